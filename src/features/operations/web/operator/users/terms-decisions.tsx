import { type AgreedContract, describeContract, ContractInput } from '#features/billing/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { UserTerms } from '../../../model/operator-terms.ts'
import type { OperatorUser } from '../../../model/operator-users.ts'
import { ContractFields } from './contract-fields.tsx'
import { LimitFields, limitsFrom, numberFrom } from './limit-fields.tsx'
import { operatorApi, useActionDone } from '../operator-queries.ts'
import type { Decision } from '../lists/reason-dialog.tsx'

/** The decisions about plan, contract and limits of a user. */
export function useTermsDecisions({ id: userId, email }: OperatorUser, terms: UserTerms) {
  const done = useActionDone()
  return {
    save: (): Decision => ({
      title: terms.contract === null ? `Give ${email} a plan or contract` : `Change the contract of ${email}`,
      description:
        'It counts at once, without a payment and without a commission. A subscription that it includes does not renew meanwhile. They get a mail without your reason.',
      button: terms.contract === null ? 'Start contract' : 'Change contract',
      requires: 'reason',
      more: <ContractFields terms={terms} />,
      submit: (text) => {
        const contractId = terms.contract?.id ?? null
        const saved = operatorApi.saveContract({
          userId,
          contractId,
          contract: contractFrom(text),
          reason: text('reason'),
        })
        return done(saved, contractId === null ? 'The contract runs.' : 'The contract is changed.')
      },
    }),
    revoke: (contract: AgreedContract): Decision => ({
      title: `Revoke the ${describeContract(contract)} of ${email}`,
      description:
        'Their plan becomes what they pay for, or Free. Nothing is deleted, and granted credits stay. They get a mail without your reason.',
      button: 'Revoke',
      requires: 'reason',
      isDanger: true,
      submit: (text) => done(operatorApi.revokeContract({ userId, reason: text('reason') }), 'The contract has ended.'),
    }),
    lower: (): Decision => ({
      title: `Lower the limits of ${email}`,
      description:
        'They hold under any plan and contract, until you lift them. What is stored stays. They get a mail with the limits, without your reason.',
      button: 'Lower limits',
      requires: 'reason',
      more: <LimitFields initial={terms.lower ?? {}} now={terms.limits} />,
      submit: (text) =>
        done(
          operatorApi.lowerLimits({ userId, limits: limitsFrom(text), reason: text('reason') }),
          'The limits are lowered.',
        ),
    }),
    lift: (): Decision => ({
      title: `Lift the lower limits of ${email}`,
      description: 'The limits of their plan apply again. They get a mail without your reason.',
      button: 'Lift',
      requires: 'reason',
      submit: (text) =>
        done(operatorApi.lowerLimits({ userId, limits: null, reason: text('reason') }), 'The limits are lifted.'),
    }),
  }
}

/** @throws AppError `unprocessable` for a contract without a name, or a field that is no number */
function contractFrom(text: (name: string) => string): ContractInput {
  const isEnterprise = text('plan') === 'enterprise'
  const input = ContractInput.safeParse({
    plan: text('plan'),
    name: isEnterprise ? text('name') : '',
    endsAt: text('endsOn') === '' ? null : `${text('endsOn')}T00:00:00Z`,
    creditsPerMonth: numberFrom(text('creditsPerMonth'), 'credits') ?? null,
    limits: isEnterprise ? limitsFrom(text) : {},
  })
  if (!input.success) throw new AppError('unprocessable', input.error.issues[0]?.message ?? 'Check the fields.')
  return input.data
}
