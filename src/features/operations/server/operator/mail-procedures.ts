import type { Caller } from '#platform/server/http.ts'
import { transaction } from '#platform/server/db.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { siteName } from '#platform/shared/product.ts'
import {
  claimTestMail,
  countUnsentMails,
  findSuppression,
  liftSuppression,
  listFailedMails,
  listSuppressions,
  newestTestMail,
} from '#platform/server/mail.ts'
import { type MailState, operatorContract } from '../../model/index.ts'
import { lookUpRecords } from '../dns-records.ts'
import { mailDomainOf } from '../mail-domain.ts'
import { recordAction } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'
import { PAGE_SIZE, pageOf } from './page-of.ts'

/** The operator's procedures for mails. */
export function mailProcedures(deps: OperatorDeps) {
  const { db, mail } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    mailState: rpc.mailState.handler(() => readState(deps)),

    sendTestMail: rpc.sendTestMail.handler(async ({ context }) => {
      await sendTest(deps, context.caller)
      return readState(deps)
    }),

    failedMails: rpc.failedMails.handler(async ({ input: { before } }) => {
      const { page, next } = pageOf(await listFailedMails(db, { before, limit: PAGE_SIZE + 1 }))
      return { mails: page, next }
    }),

    retryMail: rpc.retryMail.handler(async ({ context, input: { mailId, reason } }) => {
      await transaction(db, async (tx) => {
        const retried = await mail.retry(tx, mailId)
        if (retried === undefined) throw new AppError('conflict', 'This mail cannot be sent again.')
        if ((await findSuppression(tx, retried.recipient)) !== undefined)
          throw new AppError('conflict', `Mails to ${retried.recipient} are stopped. Allow them below first.`)
        await recordAction(tx, {
          operator: context.caller,
          action: 'mail.retry',
          reason,
          subject: { kind: 'mail', id: mailId },
          before: { about: retried.subject, facts: { state: 'failed' } },
          after: {
            about: `${retried.subject}, ${retried.recipient}`,
            facts: { state: 'queued' },
            person: { email: retried.recipient },
          },
          at: deps.now(),
        })
      })
      return { queued: true as const }
    }),

    suppressions: rpc.suppressions.handler(async ({ input }) => {
      const { page, next } = pageOf(await listSuppressions(db, { ...input, limit: PAGE_SIZE + 1 }))
      return { suppressions: page, next }
    }),

    liftSuppression: rpc.liftSuppression.handler(async ({ context, input: { id, reason } }) => {
      await lift(deps, context.caller, { id, reason })
      return { lifted: true as const }
    }),

    checkMailDomain: rpc.checkMailDomain.handler(async ({ input: { selector } }) => {
      const domain = mailDomainOf(mail.sender())
      return { domain, records: domain === null ? [] : await lookUpRecords({ domain, selector }) }
    }),
  }
}

/** @throws AppError `conflict` if mails to the address are not stopped */
function lift(
  { db, now }: OperatorDeps,
  operator: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    const lifted = await liftSuppression(tx, { id })
    if (lifted === undefined) throw new AppError('conflict', 'Mails go to this address already.')
    const { address, kind, times } = lifted
    const person = { email: address }
    await recordAction(tx, {
      operator,
      action: 'mail.lift',
      reason,
      subject: { kind: 'mail', id },
      before: { about: address, facts: { kind, why: lifted.reason, times }, person },
      after: { about: address, facts: {}, person },
      at: now(),
    })
  })
}

async function readState({ db, mail }: OperatorDeps): Promise<MailState> {
  const [mails, test] = await Promise.all([countUnsentMails(db), newestTestMail(db)])
  const sender = mail.sender()
  return {
    sender,
    domain: mailDomainOf(sender),
    hasServer: mail.hasServer,
    bounceAddress: mail.bounceAddress ?? null,
    mails,
    test: test ?? null,
  }
}

/** Presses within this time send one mail. */
const DOUBLE_PRESS_MS = 5_000

function sendTest({ db, mail, now, newId }: OperatorDeps, operator: Caller): Promise<void> {
  const { userId, email } = operator
  return transaction(db, async (tx) => {
    const at = now()
    const since = new Date(at.getTime() - DOUBLE_PRESS_MS)
    const key = await claimTestMail(tx, { id: newId(), userId, since })
    if (key === undefined) return
    await mail.send(tx, {
      to: email,
      subject: `A test mail of ${siteName()}`,
      despite: 'complaint',
      paragraphs: ['This mail was sent from the operator’s page. If you read it, mails work.'],
      key,
    })
    await recordAction(tx, {
      operator,
      action: 'mail.test',
      subject: { kind: 'mail', id: 'test' },
      before: null,
      after: { about: email, facts: {}, person: { id: userId } },
      at,
    })
  })
}
