import type { PaymentView } from '#features/billing/model/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { disputeText } from './payments.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { operatorApi, operatorQueries } from '../operator-queries.ts'
import { PageHead } from '../lists/page-head.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { useFilters } from '../lists/use-filters.ts'
import { cursorFrom, usePages } from '../lists/use-pages.ts'
import { UserLink } from '../lists/user-link.tsx'

type Shown = 'all' | 'refunded' | 'disputed'

/** /operator/payments: the payments of all users; refunds are made on the page of one. */
export function OperatorPaymentsPage() {
  const filters = useFilters()
  const shown = SHOWN.find(({ value }) => value === filters.of('only'))?.value ?? 'all'
  const list = shown === 'all' ? {} : { only: shown }
  const pages = usePages({
    queryKey: operatorQueries.allPayments.queryKey({ input: list }),
    load: (before) => operatorApi.allPayments({ ...list, ...cursorFrom(before) }),
  })
  return (
    <>
      <PageHead title="Payments" lead="All payments, newest first. To refund one, open its user." />
      <div className="mb-4 max-w-sm">
        <Segmented
          label="Which payments"
          value={shown}
          onChange={(to) => filters.set({ only: to === 'all' ? undefined : to })}
          options={SHOWN}
        />
      </div>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const payments = loaded.flatMap((page) => page.payments)
          if (payments.length === 0) return <EmptyState title={EMPTY[shown].title}>{EMPTY[shown].text}</EmptyState>
          return (
            <>
              <DataTable label="Payments" rows={payments} keyOf={({ id }) => id} columns={COLUMNS} />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

const COLUMNS: readonly Column<PaymentView>[] = [
  {
    name: 'User',
    render: ({ email, userId }) => (email === null ? 'Erased user' : <UserLink id={userId}>{email}</UserLink>),
  },
  { name: 'What', render: ({ name }) => name },
  { name: 'When', render: ({ paidAt }) => <time dateTime={paidAt}>{formatMoment(paidAt, 'utc')}</time> },
  { name: 'Paid', isFigure: true, render: ({ amountPaid, currency }) => formatMoney(amountPaid, currency) },
  { name: 'Tax', isFigure: true, render: ({ tax, currency }) => formatMoney(tax, currency) },
  {
    name: 'Refunded',
    isFigure: true,
    render: ({ refunded, currency }) => (refunded === 0 ? '–' : formatMoney(refunded, currency)),
  },
  { name: 'Dispute', render: ({ dispute }) => disputeText(dispute) },
]

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'disputed', label: 'Disputed' },
] as const satisfies { value: Shown; label: string }[]
const EMPTY: Readonly<Record<Shown, { readonly title: string; readonly text: string }>> = {
  all: { title: 'No payments yet', text: 'Payments of all users appear here.' },
  refunded: { title: 'Nothing was refunded', text: 'Payments that were refunded, also in part, appear here.' },
  disputed: { title: 'No disputes', text: 'A payment appears here once its bank is asked to take it back.' },
}
