export type { BillingDeps, BillingEvent } from './deps.ts'
export { endSubscriptionsOf } from './end-subscriptions-job.ts'
export { openBilling, type PaymentSettings } from './open-billing.ts'
export type { PaymentProvider } from './provider.ts'
