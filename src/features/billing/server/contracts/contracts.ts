import type { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type ContractInput,
  describeContract,
  coversPlan,
  type CustomerTerms,
  higherPlan,
  isOver,
  type OwnLimits,
  termsAt,
} from '../../model/index.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { grantContractMonths } from './contract-credits.ts'
import { mailContract, mailLowerLimits } from './contract-notices.ts'
import {
  closeContract,
  contractView,
  findOpenContract,
  insertContract,
  type StoredContract,
  updateContract,
} from './contract-rows.ts'
import type { BillingDeps } from '../deps.ts'
import { findSubscription } from '../subscriptions.ts'
import { readTerms, saveLowerLimits } from './terms-rows.ts'

/** What applies to a user now. @throws AppError `not_found`, 'User not found' */
export async function customerTerms(
  q: Queryable,
  { catalogue, now }: Pick<BillingDeps, 'catalogue' | 'now'>,
  userId: string,
): Promise<CustomerTerms> {
  const { plan, limits, isLowered, hasContract } = termsAt(await readTerms(q, userId), catalogue.plans, now().getTime())
  const contract = hasContract ? await findOpenContract(q, userId) : undefined
  return { plan, limits, isLowered, contract: contract === undefined ? null : contractView(contract, catalogue.plans) }
}

/**
 * Agrees on a contract with a user, or changes the one that runs. The caller holds the lock of the user's row.
 * @param o.contractId the running contract that is changed; null without one
 * @throws AppError `conflict` if another contract runs, or none; `unprocessable` for an end in the past
 */
export async function saveContract(
  tx: Tx,
  deps: BillingDeps,
  o: { userId: string; contractId: string | null; contract: ContractInput },
): Promise<void> {
  const { userId, contract } = o
  const at = deps.now()
  if (contract.endsAt !== null && new Date(contract.endsAt) <= at)
    throw new AppError('unprocessable', 'Choose an end in the future.', { field: 'endsAt' })
  const open = await findRunningContract(tx, deps, userId)
  if ((open?.id ?? null) !== o.contractId)
    throw new AppError('conflict', 'This contract was changed meanwhile. Close this and look again.')
  if (open === undefined) {
    const { plan: basePlan } = await readTerms(tx, userId)
    await insertContract(tx, { ...contract, id: deps.newId(), userId, basePlan, at })
  } else await updateContract(tx, open.id, contract)
  const saved = await readOpenContract(tx, userId)
  await deps.setPlan(tx, userId, higherPlan(saved.basePlan, saved.plan))
  await grantContractMonths(tx, deps, saved)
  const subscription = await findSubscription(tx, userId)
  const isCovered = subscription?.cancelAtPeriodEnd === false && coversPlan(saved, subscription.plan)
  await mailContract(tx, deps, saved, { what: open === undefined ? 'agreed' : 'changed', isCovered })
}

/**
 * Ends the running contract of a user now. Granted credits stay. The caller holds the lock of the user's row.
 * @throws AppError `conflict` without one
 */
export async function revokeContract(tx: Tx, deps: BillingDeps, userId: string): Promise<void> {
  const open = await findRunningContract(tx, deps, userId)
  if (open === undefined) throw new AppError('conflict', 'No contract runs here.')
  await endContract(tx, deps, open, 'revoked')
}

/**
 * Ends a contract, with a mail: the plan becomes the one without it.
 * @param how whether its date has come, or an operator ends it
 */
export async function endContract(
  tx: Tx,
  deps: BillingDeps,
  contract: StoredContract,
  how: 'over' | 'revoked',
): Promise<void> {
  if (!(await closeContract(tx, contract.id, deps.now()))) return
  await deps.setPlan(tx, contract.userId, contract.basePlan)
  await mailContract(tx, deps, contract, { what: how, isCovered: false })
}

/**
 * Sets limits of a user below those of the plan, or removes them with null. The caller holds the lock of the user's row.
 * @throws AppError `unprocessable` if no limit is lower than that of plan and contract; `conflict` without any to remove
 */
export async function lowerLimits(
  tx: Tx,
  deps: BillingDeps,
  { userId, limits }: { userId: string; limits: OwnLimits | null },
): Promise<void> {
  const before = await readTerms(tx, userId)
  const { isLowered } = termsAt({ ...before, lower: limits }, deps.catalogue.plans, deps.now().getTime())
  if (limits !== null && !isLowered)
    throw new AppError('unprocessable', 'Enter at least one limit that is lower than the present one.')
  if (limits === null && before.lower === null) throw new AppError('conflict', 'No limits are lowered here.')
  await saveLowerLimits(tx, { userId, limits, at: deps.now() })
  await deps.onLimitsChanged(tx, userId)
  await mailLowerLimits(tx, deps, { userId, limits })
}

/**
 * Refuses to sell or renew a plan that a contract includes: nobody pays for the same twice.
 * @throws AppError `conflict`
 */
export async function rejectCoveredPlan(
  q: Queryable,
  { now }: Pick<BillingDeps, 'now'>,
  userId: string,
  plan: PlanName,
): Promise<void> {
  const contract = await findOpenContract(q, userId)
  if (contract === undefined || isContractOver(contract, now()) || !coversPlan(contract, plan)) return
  const until = contract.endsAt === null ? '' : ` until ${formatLongDay(contract.endsAt, 'utc')}`
  throw new AppError('conflict', `Your ${describeContract(contract)} includes this${until}. There is nothing to pay.`)
}

/** Ends the contract of an erased account, and forgets its lower limits. Its row stays, as those of payments do. */
export async function endTermsOf(tx: Tx, { now }: Pick<BillingDeps, 'now'>, userId: string): Promise<void> {
  const open = await findOpenContract(tx, userId, { lock: true })
  if (open !== undefined) await closeContract(tx, open.id, now())
  await saveLowerLimits(tx, { userId, limits: null, at: now() })
}

/** Whether the date of a contract has come. */
export function isContractOver({ endsAt }: Pick<StoredContract, 'endsAt'>, now: Date): boolean {
  return isOver({ endsAtMs: endsAt?.getTime() ?? null }, now.getTime())
}

/** The running contract, locked. One whose date is over is ended first. */
async function findRunningContract(tx: Tx, deps: BillingDeps, userId: string): Promise<StoredContract | undefined> {
  const open = await findOpenContract(tx, userId, { lock: true })
  if (open === undefined || !isContractOver(open, deps.now())) return open
  await endContract(tx, deps, open, 'over')
  return undefined
}

async function readOpenContract(tx: Tx, userId: string): Promise<StoredContract> {
  const open = await findOpenContract(tx, userId)
  if (open === undefined) throw new Error(`the contract of ${userId} was not stored`)
  return open
}
