import type { PlanName } from '#features/accounts/model/index.ts'
import type { Ledger } from '#features/credits/server/index.ts'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { Mailer } from '#platform/server/mail.ts'
import type { Catalogue, Item, ProviderName } from '../model/index.ts'
import type { PaymentProvider } from './providers/provider.ts'

/** A payment as other features see it. Amounts in minor units of `currency`, times in milliseconds since 1970. */
type PaymentFacts = {
  readonly userId: string
  readonly provider: ProviderName
  readonly invoiceId: string
  readonly currency: string
  /** The amount paid, its tax, and the net amount: the base of commissions. */
  readonly amountPaid: number
  readonly tax: number
  readonly net: number
  readonly item: Item
  /** 'Pro, a month' */
  readonly productName: string
  readonly paidAtMs: number
  /** A hash of the card, only for comparison; null if unknown. */
  readonly card: string | null
}

/** The events of billing, published once, in the transaction of the change. */
export type BillingEvent =
  | (PaymentFacts & { readonly type: 'billing.purchase-completed' })
  /**
   * `refunded` and `refundedNet` are all that is paid back now, with and without tax: less than before when a refund
   * failed. Of two events about one payment's refunds, or its dispute, the one with the higher `revision` is the later.
   */
  | (PaymentFacts & {
      readonly type: 'billing.refunded'
      readonly refunded: number
      readonly refundedNet: number
      readonly revision: number
    })
  /** `none` when the provider takes back that there was a dispute. */
  | (PaymentFacts & {
      readonly type: 'billing.disputed'
      readonly dispute: 'none' | 'open' | 'won' | 'lost'
      readonly revision: number
    })

/** The dependencies of billing. */
export type BillingDeps = {
  readonly db: Db
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
  readonly catalogue: Catalogue
  readonly provider: PaymentProvider
  readonly ledger: Pick<Ledger, 'grant' | 'revoke' | 'restore'>
  readonly mail: Pick<Mailer, 'send'>
  /** Undefined for a deleted account. */
  readonly emailOf: (db: Queryable, userId: string) => Promise<string | undefined>
  readonly planOf: (db: Queryable, userId: string) => Promise<PlanName>
  readonly setPlan: (tx: Tx, userId: string, plan: PlanName) => Promise<void>
  /** Called when limits of a user change without the plan. `setPlan` calls it too. */
  readonly onLimitsChanged: (tx: Tx, userId: string) => Promise<void>
  /** Called for each event, in the transaction that stores it. */
  readonly onEvent: (tx: Tx, event: BillingEvent) => Promise<void>
}
