import { transaction } from '#platform/server/db.ts'
import { syncCustomer } from './sync-customer.ts'
import { claimUnsyncedCustomers } from './customers.ts'
import type { BillingDeps } from './deps.ts'
import { grantMonths } from './grant-credits.ts'
import { claimInvoicesToGrant } from './invoices.ts'
import { payRefunds } from './pay-refunds.ts'
import { sendRenewalReminders } from './notifications.ts'

/** How often a customer whose state may have changed unheard is asked about. */
const SYNC_INTERVAL_MS = 15 * 60_000

/**
 * What billing does now and then, safe in several workers at once: grants the months of paid years as they come, pays
 * back what is owed, and asks the provider about whom it should have told us something, so that a lost webhook loses nothing.
 */
export async function runBillingMaintenance(deps: BillingDeps): Promise<void> {
  const now = deps.now()
  await transaction(deps.db, async (tx) => {
    for (const invoice of await claimInvoicesToGrant(tx, now)) await grantMonths(tx, deps, invoice, now.getTime())
    await sendRenewalReminders(tx, deps, now)
  })
  await payRefunds(deps)
  const unheard = await claimUnsyncedCustomers(deps.db, {
    provider: deps.provider.name,
    now,
    everyMs: SYNC_INTERVAL_MS,
  })
  for (const customerId of unheard) {
    await syncCustomer(deps, customerId).catch((error: unknown) => {
      deps.log.error({ err: error, customerId }, 'asking the payment provider failed; trying again later')
    })
  }
}
