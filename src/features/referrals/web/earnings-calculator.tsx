import { useState } from 'react'
import { CURRENCY, PLANS } from '#features/billing/model/index.ts'
import { formatDollars } from '#platform/shared/format/dollars.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Slider } from '#ui/slider.tsx'
import { COMMISSION_BPS } from '../model/constants.ts'
import { COMMISSION } from './labels.ts'

const PAID = ['basic', 'pro', 'premium'] as const
const MONTHS = 12

/** An estimate of an affiliate's earnings: people a month, their plan, and the sum. */
export function EarningsCalculator() {
  const [people, setPeople] = useState(5)
  const [plan, setPlan] = useState<(typeof PAID)[number]>('pro')
  const price = PLANS[plan].monthlyCents
  const each = Math.round((price * COMMISSION_BPS) / 10_000)
  const year = each * people * ((MONTHS * (MONTHS + 1)) / 2)
  return (
    <Card as="section" size="xl" aria-labelledby="calculator" className="grid gap-8 md:grid-cols-2 md:gap-12">
      <div className="grid content-start gap-6">
        <h2 id="calculator" className="text-2xl">
          What would you earn?
        </h2>
        <Slider label="New paying people each month" value={people} min={1} max={50} onChange={setPeople} />
        <Segmented
          label="Their plan"
          showLabel
          value={plan}
          onChange={setPlan}
          options={PAID.map((name) => ({
            value: name,
            label: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${formatDollars(PLANS[name].monthlyCents)}`,
          }))}
        />
        <p className="text-sm text-faint">
          {COMMISSION} of {formatMoney(price, CURRENCY)} is {formatMoney(each, CURRENCY)} for each of them, each month
          they stay.
        </p>
      </div>
      <div aria-live="polite" className="grid content-center gap-5 md:border-l md:border-border md:pl-12">
        <p>
          <span className="tabular block font-display text-5xl font-bold">{formatDollars(each * people)}</span>
          <span className="text-muted">in the first month</span>
        </p>
        <p>
          <span className="tabular block font-display text-3xl font-bold">{formatDollars(each * people * MONTHS)}</span>
          <span className="text-muted">a month after a year, if everybody stays</span>
        </p>
        <p className="text-sm text-faint">
          {formatDollars(year)} in that year. An example, not a promise: people leave, and purchases are refunded.
        </p>
      </div>
    </Card>
  )
}
