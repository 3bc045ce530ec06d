import { transaction } from '#platform/server/db.ts'
import { syncCustomer } from './sync-customer.ts'
import { claimUnsyncedCustomers } from './customers.ts'
import type { BillingDeps } from './deps.ts'
import { grantMonths } from './grant-credits.ts'
import { claimInvoicesToGrant } from './invoices/invoices.ts'
import { stopCoveredRenewals } from './contracts/contract-maintenance.ts'
import { payRefunds } from './refunds/pay-refunds.ts'
import { sendRenewalReminders } from './notifications.ts'

/** How often to sync a customer whose state may have changed without a webhook. */
const SYNC_INTERVAL_MS = 15 * 60_000

/**
 * The maintenance of billing, safe to run concurrently: grants due months of paid years, pays outstanding refunds, stops
 * renewals that a contract includes, and syncs customers whose webhook may be lost.
 */
export async function runBillingMaintenance(deps: BillingDeps): Promise<void> {
  const now = deps.now()
  await transaction(deps.db, async (tx) => {
    for (const invoice of await claimInvoicesToGrant(tx, now)) await grantMonths(tx, deps, invoice, now.getTime())
    await sendRenewalReminders(tx, deps, now)
  })
  await payRefunds(deps)
  await stopCoveredRenewals(deps)
  const unheard = await claimUnsyncedCustomers(deps.db, {
    provider: deps.provider.name,
    now,
    everyMs: SYNC_INTERVAL_MS,
  })
  for (const customerId of unheard) {
    await syncCustomer(deps, customerId).catch((error: unknown) => {
      deps.log.error({ err: error, customerId }, 'could not sync with the payment provider; trying again later')
    })
  }
}
