import type { Choice, CustomerState, Item, ProviderName, Settlement } from '../model/index.ts'

/** What a provider says happened; what it means is read from the provider's present state. */
export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** Whom it is about; null when it is about no customer. */
  readonly customerId: string | null
}

/** One subscription of one customer, by the provider's ids. */
export type Subscribed = { readonly customerId: string; readonly subscriptionId: string }

/**
 * Whoever moves the money. Every change may be asked twice with the same `key` and happens once; what became of it is
 * read with `readCustomer`, never from an answer or an event.
 */
export type PaymentProvider = {
  readonly name: ProviderName
  createCustomer(o: { userId: string; email: string }): Promise<string>
  /** Opens a page where the customer pays. `cents` before tax. */
  startCheckout(o: {
    customerId: string
    userId: string
    checkoutId: string
    item: Item
    cents: number
    successUrl: string
    cancelUrl: string
  }): Promise<{ sessionId: string; url: string }>
  /** Closes a page that nobody paid on; one that was paid stays paid, and its answer says so. */
  dropCheckout(sessionId: string): Promise<'closed' | 'paid'>
  /** All that is known about a customer now. */
  readCustomer(customerId: string): Promise<CustomerState>
  /** Changes the plan at once and collects the difference. @throws AppError `conflict` when the payment is refused */
  changeNow(o: Subscribed & { choice: Choice; key: string }): Promise<void>
  /** What `changeNow` would come to: what it would collect, and what account credit would pay or become. */
  previewChange(o: Subscribed & { choice: Choice }): Promise<Settlement>
  /** Changes the plan when the paid period ends. */
  changeLater(o: Subscribed & { choice: Choice; key: string }): Promise<void>
  /** Ends the subscription with its paid period. A planned change falls away. */
  cancelLater(o: Subscribed): Promise<void>
  /** Takes back `cancelLater` and `changeLater`. */
  resume(o: Subscribed): Promise<void>
  /** Ends the subscription at once; pays nothing back. */
  endNow(o: Subscribed): Promise<void>
  /** Pays back `cents` of an invoice. */
  refund(o: { customerId: string; invoiceId: string; cents: number; key: string }): Promise<void>
  /** Gives account credit, or takes it where `cents` is below zero. */
  adjustCredit(o: { customerId: string; cents: number; key: string }): Promise<void>
  /** Where the customer changes their card; null when there is no such place. */
  portalUrl(o: { customerId: string; returnUrl: string }): Promise<string | null>
  /** @throws AppError `forbidden` when it is forged, stale, or of another account */
  readEvent(body: string, signature: string | undefined): Promise<ProviderEvent>
}
