import { useInfiniteQuery } from '@tanstack/react-query'
import { ExternalLink, Receipt } from 'lucide-react'
import { Link } from 'react-router'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { InvoiceView } from '../model/index.ts'
import { billingApi, INVOICES_KEY } from './billing-queries.ts'
import { receiptPath } from './receipt-sheet.tsx'
import { Withdrawal } from './plans/withdrawal.tsx'

const PAGE = 10

/** The payments, newest first, each with the provider's receipt or ours. */
export function Invoices() {
  const pages = useInfiniteQuery({
    queryKey: INVOICES_KEY,
    queryFn: ({ pageParam }) => billingApi.invoices({ limit: PAGE, ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const invoices = pages.data?.pages.flatMap((page) => page.invoices)
  return (
    <section aria-labelledby="invoices" className="mt-12">
      <h2 id="invoices" className="mb-4 text-2xl">
        Invoices
      </h2>
      {pages.isPending && <Skeleton className="h-28 w-full" />}
      {pages.isError && (
        <Notice
          tone="error"
          title="We couldn’t load your invoices"
          actions={<Button onClick={() => void pages.refetch()}>Try again</Button>}
        >
          {pages.error.message}
        </Notice>
      )}
      {invoices?.length === 0 && <EmptyState title="No invoices yet">Your payments appear here.</EmptyState>}
      {invoices !== undefined && invoices.length > 0 && (
        <ul className="border-t border-border">
          {invoices.map((invoice) => (
            <Invoice key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button className="mt-4" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show older invoices
        </Button>
      )}
    </section>
  )
}

function Invoice({ invoice }: { invoice: InvoiceView }) {
  const { name, amountPaid, tax, creditUsed, creditAdded, currency, paidAt, url } = invoice
  return (
    <li className="grid gap-x-4 gap-y-2 border-b border-border py-3 sm:grid-cols-[1fr_auto]">
      <div className="flex items-baseline justify-between gap-4 sm:contents">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            {name}
            <InvoiceState invoice={invoice} />
          </p>
          <time dateTime={paidAt} className="tabular text-sm text-faint">
            {formatLongDay(paidAt, 'utc')}
          </time>
        </div>
        <p className="tabular text-right">
          <span className="font-medium">{formatMoney(amountPaid, currency)}</span>
          {tax > 0 && <span className="block text-sm text-faint">with {formatMoney(tax, currency)} tax</span>}
          {creditUsed > 0 && (
            <span className="block text-sm text-faint">and {formatMoney(creditUsed, currency)} account credit</span>
          )}
          {creditUsed < 0 && (
            <span className="block text-sm text-faint">with {formatMoney(-creditUsed, currency)} owed from before</span>
          )}
          {creditAdded > 0 && (
            <span className="block text-sm text-faint">
              {formatMoney(creditAdded, currency)} added to account credit
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden sm:col-span-2">
        {url === null ? (
          <Link to={receiptPath(invoice)} className={RECEIPT}>
            <Receipt aria-hidden="true" />
            Receipt
            <span className="sr-only">for {name}</span>
          </Link>
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className={RECEIPT}>
            Receipt
            <ExternalLink aria-hidden="true" />
            <span className="sr-only">for {name}, opens in a new window</span>
          </a>
        )}
        <Withdrawal invoice={invoice} />
      </div>
    </li>
  )
}

function InvoiceState({ invoice: { refunded, amountPaid, currency, dispute } }: { invoice: InvoiceView }) {
  if (dispute === 'open') return <Badge tone="warning">Disputed</Badge>
  if (dispute === 'lost') return <Badge tone="error">{amountPaid > 0 ? 'Charged back' : 'Refunded'}</Badge>
  if (refunded === 0) return null
  return <Badge>{refunded >= amountPaid ? 'Refunded' : `${formatMoney(refunded, currency)} refunded`}</Badge>
}

const FIRST_PAGE: string | null = null
const RECEIPT = buttonClass({ size: 'sm' })
