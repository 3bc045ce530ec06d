import type { Tx } from '#platform/server/db.ts'
import { runContractMaintenance } from './contracts/contract-maintenance.ts'
import { endTermsOf } from './contracts/contracts.ts'
import { disabledProvider } from './providers/disabled-provider.ts'
import type { BillingDeps } from './deps.ts'
import { endSubscriptionsJob } from './end-subscriptions-job.ts'
import { billingDataOf } from './personal-data.ts'
import { listPayments } from './invoices/operator-payments.ts'
import type { PaymentPage } from '../model/index.ts'
import { operatorRefunds } from './refunds/operator-refunds.ts'
import { operatorTerms } from './contracts/operator-terms.ts'
import { billingProcedures } from './procedures.ts'
import type { PaymentSettings } from './providers/payment-settings.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { billingRoutes } from './routes.ts'
import { openTestCheckout, type TestCheckout } from './providers/test-checkout.ts'
import { runBillingMaintenance } from './maintenance.ts'
import { offers } from './views.ts'

/** Opens billing: the configured provider, procedures, the webhook, jobs and maintenance. */
export async function openBilling(o: Omit<BillingDeps, 'provider'> & { settings: PaymentSettings }) {
  const { provider, testCheckout } = await chooseProvider(o, o.settings)
  const deps = { ...o, provider: provider ?? disabledProvider(), testCheckout, sells: provider !== undefined }
  return {
    procedures: billingProcedures(deps),
    /** What every page is rendered with: the response of `plans`, or nothing where nothing is for sale. */
    answers: () => (o.settings.billing ? { 'billing/plans': offers(deps.catalogue, provider?.name ?? null) } : {}),
    routes: billingRoutes(deps),
    maintenance: async (): Promise<void> => {
      if (deps.sells) await runBillingMaintenance(deps)
      // A site without a payment provider may still have contracts; one without billing has no plans.
      if (o.settings.billing) await runContractMaintenance(deps)
    },
    work: [endSubscriptionsJob(deps)],
    dataOf: (userId: string) => billingDataOf(deps, userId),
    provider: deps.provider,
    refunds: operatorRefunds(deps),
    /** The payments of all users, for operators. */
    listPayments: (page: PaymentPage) => listPayments(deps.db, deps.catalogue, page),
    terms: operatorTerms({ ...deps, hasPlans: o.settings.billing }),
    endTermsOf: (tx: Tx, userId: string) => endTermsOf(tx, deps, userId),
  }
}

async function chooseProvider(
  deps: Omit<BillingDeps, 'provider'>,
  { billing, stripe, allowTestPayments }: PaymentSettings,
): Promise<{ provider: PaymentProvider | undefined; testCheckout: TestCheckout | undefined }> {
  if (!billing) return { provider: undefined, testCheckout: undefined }
  if (stripe !== undefined) {
    // Its client has two hundred modules, which a site without Stripe does not load.
    const { openStripe } = await import('./providers/stripe.ts')
    return { provider: openStripe({ ...deps, ...stripe }), testCheckout: undefined }
  }
  if (!allowTestPayments) return { provider: undefined, testCheckout: undefined }
  const testCheckout = openTestCheckout(deps)
  return { provider: testCheckout, testCheckout }
}
