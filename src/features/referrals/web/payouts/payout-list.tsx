import { Link } from 'react-router'
import { formatLongDay, formatMonth } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Payout } from '../../model/contract-payouts.ts'
import { usePayouts } from '../affiliate-queries.ts'
import { QueryState } from '../query-state.tsx'
import { TEXT_LINK } from '../labels.ts'

/** Past and pending payouts. */
export function PayoutList() {
  const payouts = usePayouts()
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" className="mb-3 text-xl">
        Payouts
      </h2>
      <QueryState query={payouts} name="payouts">
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No payouts yet">Your payouts appear here with their statements.</EmptyState>
          ) : (
            <ul className="divide-y divide-border border-y border-border">
              {list.map((payout) => (
                <Row key={payout.id} payout={payout} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

function Row({ payout }: { payout: Payout }) {
  const { id, period, cents, currency, state, label, paidAt, reference } = payout
  const { word, tone } = STATE[state]
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{formatMonth(period)}</span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-sm break-words text-faint">
          {label}
          {paidAt !== null && `, ${formatLongDay(paidAt, 'utc')}`}
          {reference !== null && `, reference ${reference}`}
        </p>
      </div>
      <div className="text-right">
        <p className="tabular font-medium">{formatMoney(cents, currency)}</p>
        <Link to={`/affiliate/payout-settings?statement=${id}`} className={`${TEXT_LINK} hit-target text-sm`}>
          Statement<span className="sr-only"> of {formatMonth(period)}</span>
        </Link>
      </div>
    </li>
  )
}

const STATE = {
  prepared: { word: 'Prepared', tone: 'neutral' },
  approved: { word: 'Approved', tone: 'info' },
  sending: { word: 'On its way', tone: 'info' },
  paid: { word: 'Paid', tone: 'success' },
  failed: { word: 'Failed', tone: 'error' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
} as const
