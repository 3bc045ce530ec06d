import { z } from 'zod'
import { lockActiveUser } from '#features/accounts/server/index.ts'
import { PlanName } from '#features/accounts/model/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { cancelOrResume } from '../change-plan.ts'
import { grantContractMonths } from './contract-credits.ts'
import { mailContract } from './contract-notices.ts'
import { claimReminder, findOpenContract, listDueContracts } from './contract-rows.ts'
import { endContract, isContractOver } from './contracts.ts'
import type { BillingDeps } from '../deps.ts'

/** Grants due months of contracts, announces their ends and ends them; safe to run concurrently. */
export async function runContractMaintenance(deps: BillingDeps): Promise<void> {
  for (const userId of await listDueContracts(deps.db, deps.now()))
    await transaction(deps.db, (tx) => settleContract(tx, deps, userId))
}

/** The user's row is locked first, as in every transaction about an account. */
async function settleContract(tx: Tx, deps: BillingDeps, userId: string): Promise<void> {
  if (!(await lockActiveUser(tx, userId))) return
  const contract = await findOpenContract(tx, userId, { lock: true })
  if (contract === undefined) return
  await grantContractMonths(tx, deps, contract)
  if (isContractOver(contract, deps.now())) await endContract(tx, deps, contract, 'over')
  else if (await claimReminder(tx, contract.id, deps.now()))
    await mailContract(tx, deps, contract, { what: 'ending', isCovered: false })
}

/** Stops the renewal of subscriptions that a contract includes, so that nobody pays for the same twice. */
export async function stopCoveredRenewals(deps: BillingDeps): Promise<void> {
  for (const userId of await listCoveredSubscribers(deps.db, deps))
    await cancelOrResume(deps, { userId, do: 'cancel' }).catch((error: unknown) => {
      deps.log.error({ err: error, userId }, 'could not stop a renewal that a contract includes; trying again later')
    })
}

const UserRow = z.object({ userId: z.string() })

async function listCoveredSubscribers(
  q: Queryable,
  { provider, now }: Pick<BillingDeps, 'provider' | 'now'>,
): Promise<string[]> {
  const rows = await queryRows(
    q,
    UserRow,
    `select c.user_id from billing_contracts c join billing_subscriptions s on s.user_id = c.user_id
     where c.ended_at is null and (c.ends_at is null or c.ends_at > $2)
       and s.provider = $1 and s.state <> 'ended' and not s.cancel_at_period_end
       and array_position($3::text[], c.plan) >= array_position($3::text[], s.plan)
     order by c.id limit 20`,
    [provider.name, now(), PlanName.options],
  )
  return rows.map(({ userId }) => userId)
}
