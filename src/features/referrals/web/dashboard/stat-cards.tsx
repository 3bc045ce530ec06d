import { formatMoney } from '#platform/shared/format/money.ts'
import { formatPercent, pluralize } from '#platform/shared/format/numbers.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Dashboard } from '../../model/contract-statistics.ts'
import { growthText } from '../labels.ts'

/** This month compared with last, and the overall conversion rate (spec §9). */
export function StatCards({ data }: { data: Dashboard }) {
  const { thisMonth, lastMonth, growth, currency, stats } = data
  const cards = [
    { label: 'Referrals', now: `${thisMonth.total}`, before: `${lastMonth.total}`, percent: growth.referrals },
    {
      label: 'Conversions',
      now: `${thisMonth.conversions}`,
      before: `${lastMonth.conversions}`,
      percent: growth.conversions,
    },
    {
      label: 'Earnings',
      now: formatMoney(thisMonth.commission, currency),
      before: formatMoney(lastMonth.commission, currency),
      percent: growth.earnings,
    },
  ]
  return (
    <section aria-label="This month" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {cards.map(({ label, now, before, percent }) => (
        <Card key={label}>
          <h3 className="text-sm font-medium text-muted">{label} this month</h3>
          <p className="tabular mt-1 font-display text-3xl font-bold">{now}</p>
          <p className="mt-1 text-sm text-faint">
            <span className={classNames('tabular font-medium', toneOf(percent))}>{growthText(percent)}</span> against{' '}
            {before} last month
          </p>
        </Card>
      ))}
      <Card>
        <h3 className="text-sm font-medium text-muted">Conversion rate</h3>
        <p className="tabular mt-1 font-display text-3xl font-bold">{formatPercent(stats.conversionRate)}</p>
        <p className="mt-1 text-sm text-faint">
          {stats.paidUsers} of {stats.totalReferrals} pay. {pluralize(data.clicks, 'visit')} in all.
        </p>
      </Card>
    </section>
  )
}

function toneOf(percent: number): string {
  if (percent === 0) return 'text-muted'
  return percent > 0 ? 'text-success' : 'text-error'
}
