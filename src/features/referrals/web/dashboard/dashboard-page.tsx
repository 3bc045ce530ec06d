import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { Segmented } from '#ui/segmented.tsx'
import type { Affiliate } from '../../model/contract.ts'
import type { Dashboard } from '../../model/contract-statistics.ts'
import { useDashboard } from '../affiliate-queries.ts'
import { QueryState } from '../query-state.tsx'
import { EarningsCalculator } from '../earnings-calculator.tsx'
import { LinkCard } from '../link-card.tsx'
import { AffiliatePage } from '../affiliate-page.tsx'
import { ReferralRow } from '../referrals/referral-row.tsx'
import { useAffiliateTerms } from '../affiliate-terms.ts'
import { COMMISSION, TEXT_LINK } from '../labels.ts'
import { MonthChart } from './month-chart.tsx'
import { lastMonths } from './months.ts'
import { NextPayoutCard } from '../payouts/next-payout-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { UnverifiedPeople } from './unverified-people.tsx'

/** /affiliate/dashboard: the affiliate's link, numbers and next payout. */
export function AffiliateDashboardPage() {
  return (
    <AffiliatePage title="Dashboard" lead="Your link and its earnings." wide>
      {(affiliate) => <Loaded affiliate={affiliate} />}
    </AffiliatePage>
  )
}

function Loaded({ affiliate }: { affiliate: Affiliate }) {
  const dashboard = useDashboard()
  return (
    <div className="grid gap-4">
      <QueryState query={dashboard} name="figures">
        {(data) => (
          <>
            {data.referrals.total > 0 && <StatCards data={data} />}
            <UnverifiedPeople people={data.waiting} />
          </>
        )}
      </QueryState>
      <LinkCard affiliate={affiliate} />
      {dashboard.data && <Details data={dashboard.data} />}
    </div>
  )
}

function Details({ data }: { data: Dashboard }) {
  if (data.referrals.total === 0) return <NoReferralsYet data={data} />
  return (
    <>
      <Charts data={data} />
      <Recent data={data} />
    </>
  )
}

/** The dashboard of a new affiliate: how it earns, and how much. */
function NoReferralsYet({ data: { clicks, waiting } }: { data: Dashboard }) {
  return (
    <>
      <p className="my-2 max-w-[64ch] text-muted">
        {visitsText(clicks, waiting)} Someone who signs up within {useAffiliateTerms().windowDays} days of following it
        is your referral, and you get {COMMISSION} of each of their purchases.{' '}
        <Link to="/affiliate/materials" className={TEXT_LINK}>
          Texts and pictures to share
        </Link>
      </p>
      <EarningsCalculator />
    </>
  )
}

function visitsText(clicks: number, waiting: number): string {
  if (waiting > 0) return `${pluralize(clicks, 'visit')} so far.`
  return clicks === 0
    ? 'Nobody has followed your link yet.'
    : `${pluralize(clicks, 'visit')}, and nobody has signed up yet.`
}

function Charts({ data }: { data: Dashboard }) {
  const [parameters, setParameters] = useSearchParams()
  const [selected, setSelected] = useState<string | null>(null)
  const range = parameters.get('months') === '6' ? '6' : '12'
  const months = lastMonths(data.stats.monthly, data.thisMonth.name, Number(range))
  return (
    <section aria-labelledby="over-time">
      <div className="my-3 flex items-center justify-between gap-4">
        <h2 id="over-time" className="text-xl">
          Over time
        </h2>
        <Segmented
          label="Months shown"
          value={range}
          onChange={(value) => setParameters({ months: value }, { replace: true, preventScrollReset: true })}
          options={RANGES}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <MonthChart
          title="Earnings"
          months={months.map(({ name, commission }) => ({ month: name, value: commission }))}
          format={(cents) => formatMoney(cents, data.currency)}
          selected={selected}
          onSelect={setSelected}
        />
        <MonthChart
          title="Referrals"
          months={months.map(({ name, total }) => ({ month: name, value: total }))}
          format={(count) => formatNumber(count)}
          selected={selected}
          onSelect={setSelected}
        />
        <NextPayoutCard next={data.nextPayout} balances={data.balances} />
      </div>
    </section>
  )
}

function Recent({ data: { recent, currency } }: { data: Dashboard }) {
  return (
    <section aria-labelledby="recent" className="mt-4">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="recent" className="text-xl">
          Newest referrals
        </h2>
        <Link to="/affiliate/referrals" className={TEXT_LINK}>
          View all
        </Link>
      </div>
      <ul className="divide-y divide-border border-y border-border">
        {recent.map((referral) => (
          <ReferralRow key={referral.id} referral={referral} currency={currency} />
        ))}
      </ul>
    </section>
  )
}

const RANGES = [
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
] as const
