import { z } from 'zod'
import { type Db, transaction } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  adjustCredit,
  type Catalogue,
  changeAtOnce,
  changeDue,
  TestBook,
  EMPTY_BOOK,
  failRefunds,
  advanceTime,
  payCheckout,
  type Item,
  refundInvoice,
  withSubscription,
} from '../../model/index.ts'
import type { PaymentProvider } from './provider.ts'

/** The dependencies of the test checkout. */
export type TestCheckoutDeps = {
  readonly db: Db
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
  readonly catalogue: Catalogue
}

/** The path of the test checkout page. */
const TEST_CHECKOUT_PATH = '/billing/test-checkout'

/** The built-in provider: its own checkout page and records, and no money. */
export type TestCheckout = PaymentProvider & {
  /** Pays a checkout. */
  pay(o: { customerId: string; checkoutId: string; item: Item; cents: number }): Promise<void>
  /** Simulates a bank: disputes an invoice, or settles the dispute. */
  dispute(o: { customerId: string; invoiceId: string; outcome: 'open' | 'won' | 'lost' }): Promise<void>
  /** Simulates refunds that fail later. */
  failRefunds(o: { customerId: string; invoiceId: string }): Promise<void>
}

/** Opens the test checkout; its records are in `billing_test_customers`. */
export function openTestCheckout(deps: TestCheckoutDeps): TestCheckout {
  const at = () => momentOf(deps)
  const change = (customerId: string, work: (book: TestBook) => TestBook) => changeBook(deps.db, customerId, work)
  return {
    name: 'test',
    async createCustomer({ userId }) {
      const id = `test_cus_${userId}`
      await execute(deps.db, 'insert into billing_test_customers (id, state) values ($1, $2) on conflict do nothing', [
        id,
        JSON.stringify(EMPTY_BOOK),
      ])
      return id
    },
    async startCheckout({ checkoutId }) {
      return { sessionId: checkoutId, url: `${deps.publicUrl}${TEST_CHECKOUT_PATH}?checkout=${checkoutId}` }
    },
    async dropCheckout() {
      // The page reads our own row, which is marked as dropped.
      return 'closed'
    },
    readCustomer: (id) => change(id, (book) => advanceTime(book, at())),
    async pay({ customerId, ...o }) {
      await change(customerId, (book) => {
        if (book.invoices.some(({ checkoutId }) => checkoutId === o.checkoutId)) return book
        return payCheckout(advanceTime(book, at()), { ...o, ...at() })
      })
    },
    ...subscriptionChanges(deps, change),
    async refund({ customerId, ...o }) {
      await change(customerId, (book) => refundInvoice(book, o))
    },
    async adjustCredit({ customerId, ...o }) {
      await change(customerId, (book) => adjustCredit(book, o))
    },
    async failRefunds({ customerId, invoiceId }) {
      await change(customerId, (book) => failRefunds(book, invoiceId))
    },
    async dispute({ customerId, invoiceId, outcome }) {
      await change(customerId, (book) => ({
        ...book,
        invoices: book.invoices.map((one) => (one.id === invoiceId ? { ...one, dispute: outcome } : one)),
      }))
    },
    portalUrl: async () => null,
    async readEvent() {
      throw new AppError('unprocessable', 'The test checkout sends no events.')
    },
  }
}

type Change = (customerId: string, work: (book: TestBook) => TestBook) => Promise<TestBook>

function momentOf({ now, catalogue, newId }: TestCheckoutDeps) {
  return { nowMs: now().getTime(), catalogue, newId }
}

function subscriptionChanges(
  deps: TestCheckoutDeps,
  change: Change,
): Pick<PaymentProvider, 'changeNow' | 'previewChange' | 'changeLater' | 'cancelLater' | 'resume' | 'endNow'> {
  const at = () => momentOf(deps)
  return {
    async changeNow({ customerId, ...o }) {
      await change(customerId, (book) => changeAtOnce(book, { ...o, ...at() }))
    },
    async previewChange({ customerId, ...o }) {
      return changeDue(await change(customerId, (book) => book), { ...o, ...at() })
    },
    async changeLater({ customerId, subscriptionId, choice }) {
      await change(customerId, (book) =>
        withSubscription(book, subscriptionId, { next: choice, cancelAtPeriodEnd: false }),
      )
    },
    async cancelLater({ customerId, subscriptionId }) {
      await change(customerId, (book) =>
        withSubscription(book, subscriptionId, { next: null, cancelAtPeriodEnd: true }),
      )
    },
    async resume({ customerId, subscriptionId }) {
      await change(customerId, (book) =>
        withSubscription(book, subscriptionId, { next: null, cancelAtPeriodEnd: false }),
      )
    },
    async endNow({ customerId, subscriptionId }) {
      await change(customerId, (book) => withSubscription(book, subscriptionId, { state: 'ended', next: null }))
    },
  }
}

const StateRow = z.object({ state: TestBook })

/** Changes the book of a customer, one change at a time. @returns the new book */
async function changeBook(db: Db, id: string, work: (book: TestBook) => TestBook): Promise<TestBook> {
  return transaction(db, async (tx) => {
    const found = await findRow(tx, StateRow, 'select state from billing_test_customers where id = $1 for update', [id])
    if (found === undefined) throw new Error(`no test customer ${id}`)
    const after = work(found.state)
    if (after !== found.state) {
      await execute(tx, 'update billing_test_customers set state = $2 where id = $1', [id, JSON.stringify(after)])
    }
    return after
  })
}
