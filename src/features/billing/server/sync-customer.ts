import { createHash } from 'node:crypto'
import { transaction, type Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CustomerState, planFrom, revokeUnfundedChanges } from '../model/index.ts'
import { type Customer, findCustomer, saveState } from './customers.ts'
import type { BillingDeps } from './deps.ts'
import { fulfilPayments } from './fulfil-payments.ts'
import type { ProviderEvent } from './providers/provider.ts'
import { readEndedSubscriptions } from './refunds/reversed-payments.ts'

/** The outcome of a sync: `unknown` for a customer of another deployment. */
export type SyncResult = 'applied' | 'duplicate' | 'unknown'

/** Attempts before giving up to concurrent syncs. */
const MAX_ATTEMPTS = 25

/**
 * Reads a customer's state from the provider and applies it together with the id of the triggering event: both commit
 * or neither. An overtaken read is discarded and repeated, so that an old state never overwrites a newer one.
 * @throws AppError `unavailable` after too many attempts; the provider retries the event
 */
export async function syncCustomer(deps: BillingDeps, customerId: string, event?: ProviderEvent): Promise<SyncResult> {
  const name = { provider: deps.provider.name, id: customerId }
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const known = await findCustomer(deps.db, name)
    if (known === undefined) return 'unknown'
    if (event !== undefined && (await isRecorded(deps, event))) return 'duplicate'
    const state = await deps.provider.readCustomer(customerId)
    const done = await transaction(deps.db, (tx) => applyState(tx, deps, { known, state, event }))
    if (done !== 'overtaken') return done
  }
  throw new AppError('unavailable', 'Too many changes at once. Try again in a moment.')
}

async function applyState(
  tx: Tx,
  deps: BillingDeps,
  o: { known: Customer; state: CustomerState; event: ProviderEvent | undefined },
): Promise<SyncResult | 'overtaken'> {
  const customer = await findCustomer(tx, { ...o.known, lock: true })
  if (customer?.version !== o.known.version) return 'overtaken'
  if (o.event !== undefined && !(await recordEvent(tx, deps, o.event))) return 'duplicate'
  // A plan can also end by time: when its renewal has been retried too long.
  const { endedEarly, withdrawn } = await readEndedSubscriptions(tx, customer)
  const state = revokeUnfundedChanges(o.state, withdrawn)
  const granted = planFrom(state, deps.now().getTime(), endedEarly)
  const synced = { ...state, ...granted, endedEarly: [...endedEarly] }
  const stateHash = createHash('sha256').update(JSON.stringify(synced)).digest('hex')
  if (stateHash === customer.stateHash) return 'applied'
  const plan = await fulfilPayments(tx, deps, customer, { ...state, ...granted, endedEarly })
  const { paymentMethod, creditCents } = state
  await saveState(tx, customer, { plan, planUntilMs: granted.untilMs, paymentMethod, creditCents, stateHash })
  return 'applied'
}

async function isRecorded({ db, provider }: BillingDeps, { id }: ProviderEvent): Promise<boolean> {
  const found = await execute(db, 'select 1 from billing_provider_events where provider = $1 and id = $2', [
    provider.name,
    id,
  ])
  return found > 0
}

/** @returns false if it was already recorded */
async function recordEvent(
  tx: Tx,
  { provider, now }: BillingDeps,
  { id, type, customerId }: ProviderEvent,
): Promise<boolean> {
  const changed = await execute(
    tx,
    `insert into billing_provider_events (provider, id, type, customer_id, received_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [provider.name, id, type, customerId, now()],
  )
  return changed === 1
}
