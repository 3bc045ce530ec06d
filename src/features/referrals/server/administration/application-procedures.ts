import { implementContract } from '#platform/server/rpc.ts'
import { operatorsOnly, recordDecision } from '#features/operations/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { ADMINISTRATION_TABLES, administrationContract } from '../../model/index.ts'
import { applicationDecisions, lockApplication } from './decide-application.ts'
import type { AdministrationDeps } from './deps.ts'

/** The operator's procedures for applications. */
export function applicationProcedures(deps: AdministrationDeps) {
  const rpc = implementContract(administrationContract).use(operatorsOnly(deps, ADMINISTRATION_TABLES))
  return {
    applications: rpc.applications.handler(async () => {
      const waiting = await applicationDecisions(deps).applications()
      return waiting.map(({ appliedAt, ...application }) => ({ ...application, appliedAt: appliedAt.toISOString() }))
    }),

    decideApplication: rpc.decideApplication.handler(async ({ context, input: { userId, decision, reason } }) => {
      const by = context.caller.email
      await recordDecision(deps, {
        operator: context.caller,
        action: `application.${decision}`,
        subject: { kind: 'application', id: userId },
        reason,
        readFacts: async (tx) => ({
          about: await readAddress(tx, deps, userId),
          facts: await lockApplication(tx, userId),
        }),
        work: async (tx) => {
          const decisions = applicationDecisions(deps, tx)
          if (decision === 'accept') await decisions.accept(userId, by)
          else await decisions.refuse(userId, { by, reason })
        },
      })
      return { isAffiliate: decision === 'accept' }
    }),
  }
}

/** @throws AppError `not_found`, 'User not found' */
async function readAddress(tx: Tx, { emailOf }: AdministrationDeps, userId: string): Promise<string> {
  const email = await emailOf(tx, userId)
  if (email === undefined) throw new AppError('not_found', 'User not found')
  return email
}
