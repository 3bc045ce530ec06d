import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { siteName } from '#platform/shared/product.ts'
import { useSite } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { InvoiceView } from '../model/index.ts'
import { billingApi, INVOICES_KEY } from './billing-queries.ts'

/** The address of our own receipt. */
export function receiptPath({ id }: Pick<InvoiceView, 'id'>): string {
  return `/billing?${new URLSearchParams({ receipt: id }).toString()}`
}

/** A paid invoice as a document, to print or save as PDF. @param isTest no money moved */
export function ReceiptSheet({ invoiceId, isTest }: { invoiceId: string; isTest: boolean }) {
  const invoice = useQuery({ queryKey: [...INVOICES_KEY, 'one', invoiceId], queryFn: () => findInvoice(invoiceId) })
  return (
    <div className="mt-6 grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <Link to="/billing" className="text-accent-text underline underline-offset-3 hover:no-underline">
          Back to Billing
        </Link>
        <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          Print or save as PDF
        </Button>
      </div>
      {invoice.isPending && <Skeleton className="h-96 w-full" />}
      {invoice.isError && (
        <Notice
          tone="error"
          title="We couldn’t load this receipt"
          actions={<Button onClick={() => void invoice.refetch()}>Try again</Button>}
        >
          {invoice.error.message}
        </Notice>
      )}
      {invoice.data === null && (
        <Notice tone="warning" title="Receipt not found">
          All receipts of this account are under Billing.
        </Notice>
      )}
      {invoice.data && <Sheet invoice={invoice.data} isTest={isTest} />}
    </div>
  )
}

/** Searches the caller's own invoices; null if there is none. */
async function findInvoice(invoiceId: string): Promise<InvoiceView | null> {
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof billingApi.invoices>> = await billingApi.invoices({
      limit: 100,
      ...(before !== null && { before }),
    })
    const found = page.invoices.find(({ id }) => id === invoiceId)
    if (found !== undefined) return found
    before = page.next
  } while (before !== null)
  return null
}

/** Paper: light in both themes, so that it prints as shown. */
function Sheet({ invoice, isTest }: { invoice: InvoiceView; isTest: boolean }) {
  const { id, paidAt } = invoice
  return (
    <Card
      as="article"
      size="xl"
      data-theme="light"
      aria-labelledby="receipt"
      className="text-text print:border-0 print:p-0"
    >
      <h2 id="receipt" className="text-2xl">
        Receipt
      </h2>
      {isTest && <p className="mt-1 text-sm">Test money: nothing was charged, and this is not proof of payment.</p>}
      <dl className="mt-5 grid gap-5 text-sm sm:grid-cols-2">
        <Fact name="Receipt number">
          <span className="wrap-anywhere">{id}</span>
        </Fact>
        <Fact name="Paid on">
          <time dateTime={paidAt}>{formatLongDay(paidAt, 'utc')}</time>
        </Fact>
        <Fact name="From">
          <Issuer />
        </Fact>
        <Fact name="To">
          <Customer />
        </Fact>
      </dl>
      <Amounts invoice={invoice} />
    </Card>
  )
}

function Issuer() {
  const site = useSite()
  return (
    <>
      {siteName()}
      {site !== undefined && (
        <span className="block text-muted wrap-anywhere">
          {site.origin}
          <br />
          {site.contacts.legal}
        </span>
      )}
    </>
  )
}

function Customer() {
  const { data: account } = useAccount()
  if (!account) return null
  return (
    <>
      {account.displayName}
      <span className="block text-muted wrap-anywhere">{account.email}</span>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-faint">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

function Amounts({ invoice: { name, amountPaid, tax, refunded, currency, dispute } }: { invoice: InvoiceView }) {
  const lost = dispute === 'lost' ? amountPaid - refunded : 0
  const lines = [
    { label: name, cents: amountPaid - tax },
    { label: 'Tax', cents: tax },
  ]
  const after = [
    ...(refunded > 0 ? [{ label: 'Refunded', cents: -refunded }] : []),
    ...(lost > 0 ? [{ label: 'Charged back', cents: -lost }] : []),
  ]
  return (
    <table className="tabular mt-6 w-full text-left text-sm">
      <caption className="sr-only">Item</caption>
      <tbody>
        {lines.map((line) => (
          <Amount key={line.label} {...line} currency={currency} />
        ))}
        <Amount label="Total paid" cents={amountPaid} currency={currency} isSum />
        {after.map((line) => (
          <Amount key={line.label} {...line} currency={currency} />
        ))}
        {after.length > 0 && (
          <Amount label="Paid after refunds" cents={amountPaid - refunded - lost} currency={currency} isSum />
        )}
      </tbody>
    </table>
  )
}

function Amount(o: { label: string; cents: number; currency: string; isSum?: boolean }) {
  return (
    <tr
      className={o.isSum === true ? 'border-t border-border-strong text-base font-semibold' : 'border-t border-border'}
    >
      <th scope="row" className="py-2.5 pr-4 font-[inherit]">
        {o.label}
      </th>
      <td className="py-2.5 text-right whitespace-nowrap">{formatMoney(o.cents, o.currency)}</td>
    </tr>
  )
}
