import { implementContract } from '#platform/server/rpc.ts'
import { transaction } from '#platform/server/db.ts'
import { operatorContract } from '../../model/index.ts'
import { recordAction, type Snapshot } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'
import { PAGE_SIZE } from './page-of.ts'
import { addressOf, isRepeatedRefund } from './people.ts'

/** The operator's procedures for a user's credits and payments. */
export function peopleProcedures(deps: OperatorDeps) {
  const { credits, payments } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    creditHistory: rpc.creditHistory.handler(({ input: { userId, before } }) =>
      credits.historyOf(userId, { limit: PAGE_SIZE, ...(before !== undefined && { before }) }),
    ),
    payments: rpc.payments.handler(({ input: { userId, before } }) =>
      payments.listOf(userId, { limit: PAGE_SIZE, ...(before !== undefined && { before }) }),
    ),
    allPayments: rpc.allPayments.handler(({ input: { only, before } }) =>
      payments.listAll({ only, before, limit: PAGE_SIZE }),
    ),
    ...moneyProcedures(deps),
  }
}

function moneyProcedures(deps: OperatorDeps) {
  const { db, credits, payments, now } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    adjustCredits: rpc.adjustCredits.handler(async ({ context, input: { userId, reason, key, ...input } }) => {
      await transaction(db, async (tx) => {
        const about = await addressOf(tx, userId)
        const before = await credits.lockBalance(tx, userId)
        // A double click counts and is recorded once.
        if (!(await credits.adjust(tx, { userId, credits: input.credits, reason, key: `operator:${key}` }))) return
        const snapshot = ({ available }: { available: number }): Snapshot => ({ about, facts: { available } })
        await recordAction(tx, {
          operator: context.caller,
          action: 'credits.adjust',
          reason,
          key,
          at: now(),
          subject: { kind: 'user', id: userId },
          before: snapshot(before),
          after: snapshot(await credits.balance(tx, userId)),
        })
      })
      const { available } = await credits.balance(db, userId)
      return { available }
    }),

    refundPayment: rpc.refundPayment.handler(async ({ context, input }) => {
      const { userId, invoiceId, cents, reason, key } = input
      const refundKey = `operator:${key}`
      await transaction(db, async (tx) => {
        if (await isRepeatedRefund(tx, { key, invoiceId, cents })) return
        const owed = await payments.oweRefund(tx, { userId, invoiceId, cents, key: refundKey })
        const snapshot = (refunded: number): Snapshot => ({
          about: `${owed.name}, ${invoiceId}`,
          facts: { refundedCents: refunded, currency: owed.currency },
          person: { id: userId },
        })
        await recordAction(tx, {
          operator: context.caller,
          action: 'payment.refund',
          reason,
          key,
          at: now(),
          subject: { kind: 'payment', id: invoiceId },
          before: snapshot(owed.refunded),
          after: snapshot(owed.refundedAfter),
        })
      })
      // Stored before the provider is called: if it cannot be reached, the worker pays later.
      return { isDone: await payments.payRefund(refundKey) }
    }),
  }
}
