import { transaction } from '#platform/server/db.ts'
import { carryOver } from './carry-over.ts'
import { takeUnheard } from './customers.ts'
import type { BillingDeps } from './deps.ts'
import { grantMonths } from './granting.ts'
import { takeInvoicesToGrant } from './invoices.ts'
import { payRefunds } from './pay-refunds.ts'
import { remindOfRenewals } from './telling-people.ts'

/** How often a customer whose state may have changed unheard is asked about. */
const ASK_EVERY_MS = 15 * 60_000

/**
 * What billing does now and then, safe in several workers at once: grants the months of paid years as they come, pays
 * back what is owed, and asks the provider about whom it should have told us something, so that a lost webhook loses nothing.
 */
export async function billingUpkeep(deps: BillingDeps): Promise<void> {
  const now = deps.now()
  await transaction(deps.db, async (tx) => {
    for (const invoice of await takeInvoicesToGrant(tx, now)) await grantMonths(tx, deps, invoice, now.getTime())
    await remindOfRenewals(tx, deps, now)
  })
  await payRefunds(deps)
  const unheard = await takeUnheard(deps.db, { provider: deps.provider.name, now, everyMs: ASK_EVERY_MS })
  for (const customerId of unheard) {
    await carryOver(deps, customerId).catch((error: unknown) => {
      deps.log.error({ err: error, customerId }, 'asking the payment provider failed; trying again later')
    })
  }
}
