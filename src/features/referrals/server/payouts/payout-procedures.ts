import { implementContract } from '#platform/server/rpc.ts'
import { operatorsOnly, recordAction, type Snapshot } from '#features/operations/server/index.ts'
import type { ActionName } from '#features/operations/model/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { ADMINISTRATION_TABLES, administrationContract, type AdminPayout, monthOf } from '../../model/index.ts'
import { payouts as payoutsOf } from './payouts.ts'
import type { AdministrationDeps } from '../administration/deps.ts'
import { adminStatement, closedBalances, listBatches, lockPayouts, payoutsOfPeriod } from './admin-payouts.ts'

/** The operator's procedures for payouts. */
export function payoutProcedures(deps: AdministrationDeps) {
  const { db, now } = deps
  const rpc = implementContract(administrationContract).use(operatorsOnly(deps, ADMINISTRATION_TABLES))
  return {
    payoutBatches: rpc.payoutBatches.handler(() => listBatches(db)),
    closedBalances: rpc.closedBalances.handler(() => closedBalances(db)),
    payouts: rpc.payouts.handler(({ input: { period } }) => payoutsOfPeriod(db, period)),
    payoutStatement: rpc.payoutStatement.handler(({ input: { payoutId } }) => adminStatement(db, payoutId)),

    preparePayouts: rpc.preparePayouts.handler(({ context, input: { reason } }) =>
      transaction(db, async (tx) => {
        const period = monthOf(now())
        const prepared = await payoutsOf(deps, tx).prepare()
        await recordAction(tx, {
          ...recordBatchDecision(context.caller, 'payout.prepare', period),
          reason,
          after: { about: period, facts: { prepared } },
          at: now(),
        })
        return { prepared, period }
      }),
    ),

    exportPayouts: rpc.exportPayouts.handler(async ({ context }) => {
      const period = monthOf(now())
      const csv = await payoutsOf(deps).exportCsv()
      const payouts = csv.split('\r\n').length - 2
      // Account numbers leave the product here, so record who exported them.
      await transaction(db, (tx) =>
        recordAction(tx, {
          ...recordBatchDecision(context.caller, 'payout.export', period),
          after: { about: period, facts: { payouts } },
          at: now(),
        }),
      )
      return { csv, name: `payouts-${period}.csv` }
    }),

    ...decisions(deps),
  }
}

function decisions(deps: AdministrationDeps) {
  const { db } = deps
  const rpc = implementContract(administrationContract).use(operatorsOnly(deps, ADMINISTRATION_TABLES))
  return {
    approvePayouts: rpc.approvePayouts.handler(
      async ({ context: { caller }, input: { payouts, reason, password } }) => {
        await deps.requireReauthentication({ caller, password })
        const seen = new Map(payouts.map(({ id, cents }) => [id, cents]))
        await transaction(db, async (tx) => {
          await deps.lockSession(tx, caller)
          await each(tx, deps, [...seen.keys()], {
            operator: caller,
            action: 'payout.approve',
            reason,
            work: async (payout) => {
              rejectUnpayable(payout, seen.get(payout.id))
              await payoutsOf(deps, tx).approve(payout.id, caller.email)
            },
          })
        })
        return { approved: seen.size }
      },
    ),

    payPayouts: rpc.payPayouts.handler(async ({ context: { caller }, input: { ids, reference, reason } }) => {
      await transaction(db, (tx) =>
        each(tx, deps, ids, {
          operator: caller,
          action: 'payout.pay',
          reason,
          work: ({ id }) => payoutsOf(deps, tx).markPaid(id, reference),
        }),
      )
      return { paid: new Set(ids).size }
    }),

    cancelPayout: rpc.cancelPayout.handler(({ context: { caller }, input: { payoutId, reason } }) =>
      transaction(db, async (tx) => {
        await each(tx, deps, [payoutId], {
          operator: caller,
          action: 'payout.cancel',
          reason,
          work: ({ id }) => payoutsOf(deps, tx).cancel(id, reason),
        })
        return lockOne(tx, payoutId)
      }),
    ),
  }
}

/** Acts on several payouts, all or none, and records each action. */
async function each(
  tx: Tx,
  { now }: AdministrationDeps,
  ids: readonly string[],
  o: {
    operator: Caller
    action: PayoutAction
    reason: string
    work: (payout: AdminPayout) => Promise<void>
  },
): Promise<void> {
  const before = await lockPayouts(tx, ids)
  for (const payout of before) await o.work(payout)
  const after = await lockPayouts(tx, ids)
  for (const [n, payout] of after.entries()) {
    const was = before[n]
    await recordAction(tx, {
      operator: o.operator,
      action: o.action,
      reason: o.reason,
      subject: { kind: 'payout', id: payout.id },
      before: was === undefined ? null : readPayout(was),
      after: readPayout(payout),
      at: now(),
    })
  }
}

async function lockOne(tx: Tx, id: string): Promise<AdminPayout> {
  const [payout] = await lockPayouts(tx, [id])
  if (payout === undefined) throw new AppError('not_found', 'Payout not found')
  return payout
}

/**
 * Refuses a payout that a refund has reduced since the page loaded, or whose affiliate is suspended.
 * @throws AppError `conflict`
 */
function rejectUnpayable(payout: AdminPayout, seen: number | undefined): void {
  if (payout.affiliateState !== 'active') {
    const problem = `${payout.referralUsername} is ${payout.affiliateState}. Cancel the payout or reinstate them.`
    throw new AppError('conflict', problem, { payoutId: payout.id })
  }
  if (payout.cents === seen) return
  const message = `The payout to ${payout.referralUsername} has changed since this page loaded. Check it again.`
  throw new AppError('conflict', message, { payoutId: payout.id })
}

function readPayout({ affiliateId, referralUsername, period, ...payout }: AdminPayout): Snapshot {
  const { state, cents, currency, reference } = payout
  return {
    about: `${period}, ${referralUsername}`,
    facts: { state, cents, currency, reference },
    person: { id: affiliateId },
  }
}

type PayoutAction = Extract<ActionName, `payout.${string}`>

function recordBatchDecision(operator: Caller, action: PayoutAction, period: string) {
  return { operator, action, subject: { kind: 'payout' as const, id: period }, before: null }
}
