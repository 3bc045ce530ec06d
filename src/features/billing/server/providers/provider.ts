import type { Choice, CustomerState, Item, ProviderName, Settlement } from '../../model/index.ts'

/** An event of a provider. It only triggers a sync; the state comes from the provider. */
export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** The customer concerned; null if there is none. */
  readonly customerId: string | null
}

/** A subscription, by the provider's ids. */
export type Subscribed = { readonly customerId: string; readonly subscriptionId: string }

/**
 * A payment provider. Every change is idempotent by its `key`; its effect is read with `readCustomer`, never from a
 * response or an event.
 */
export type PaymentProvider = {
  readonly name: ProviderName
  createCustomer(o: { userId: string; email: string }): Promise<string>
  /** Opens a payment page. `cents` before tax. */
  startCheckout(o: {
    customerId: string
    userId: string
    checkoutId: string
    item: Item
    cents: number
    successUrl: string
    cancelUrl: string
  }): Promise<{ sessionId: string; url: string }>
  /** Closes an unpaid page; reports one that is already paid. */
  dropCheckout(sessionId: string): Promise<'closed' | 'paid'>
  /** The complete state of a customer. */
  readCustomer(customerId: string): Promise<CustomerState>
  /** Changes the plan now and charges the difference. @throws AppError `conflict` if the payment is refused */
  changeNow(o: Subscribed & { choice: Choice; key: string }): Promise<void>
  /** Previews `changeNow`: the charge, and the account credit used or added. */
  previewChange(o: Subscribed & { choice: Choice }): Promise<Settlement>
  /** Changes the plan at the end of the paid period. */
  changeLater(o: Subscribed & { choice: Choice; key: string }): Promise<void>
  /** Ends the subscription with its paid period and drops a planned change. */
  cancelLater(o: Subscribed): Promise<void>
  /** Reverts `cancelLater` and `changeLater`. */
  resume(o: Subscribed): Promise<void>
  /** Ends the subscription now, without a refund. */
  endNow(o: Subscribed): Promise<void>
  /** Refunds `cents` of an invoice. */
  refund(o: { customerId: string; invoiceId: string; cents: number; key: string }): Promise<void>
  /** Adds account credit, or removes it if `cents` is negative. */
  adjustCredit(o: { customerId: string; cents: number; key: string }): Promise<void>
  /** The portal where the customer changes their card; null if there is none. */
  portalUrl(o: { customerId: string; returnUrl: string }): Promise<string | null>
  /** @throws AppError `forbidden` if the event is forged, stale or of another account */
  readEvent(body: string, signature: string | undefined): Promise<ProviderEvent>
}
