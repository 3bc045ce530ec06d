import { useSearchParams } from 'react-router'
import { formatMonth } from '#platform/shared/format/dates.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import type { Affiliate } from '../../model/contract.ts'
import type { Referral } from '../../model/contract-statistics.ts'
import { type Filters, useDashboard, useReferrals } from '../affiliate-queries.ts'
import { QueryState } from '../query-state.tsx'
import { UnverifiedPeople } from '../dashboard/unverified-people.tsx'
import { monthBefore } from '../dashboard/months.ts'
import { LinkCard } from '../link-card.tsx'
import { AffiliatePage } from '../affiliate-page.tsx'
import { ReferralRow } from './referral-row.tsx'
import { ReferralTimeline } from './referral-timeline.tsx'

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Not yet paid' },
  { value: 'converted', label: 'Paid' },
] as const
const MONTHS = 24

/** /affiliate/referrals: the list, its filters in the address, and one referral's timeline. */
export function AffiliateReferralsPage() {
  return (
    <AffiliatePage title="Referrals" lead="People who signed up through your link, newest first.">
      {(affiliate) => <Referrals affiliate={affiliate} />}
    </AffiliatePage>
  )
}

function Referrals({ affiliate }: { affiliate: Affiliate }) {
  const [parameters, setParameters] = useSearchParams()
  const filters = filtersOf(parameters)
  const pages = useReferrals(filters)
  const opened = parameters.get('referral')
  const isFiltered = filters.status !== undefined || filters.month !== undefined

  function choose(changes: Readonly<Record<string, string | null>>) {
    const next = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setParameters(next, { preventScrollReset: true })
  }

  return (
    <>
      <FilterBar filters={filters} onChoose={choose} />
      <Unverified />
      <QueryState query={pages} name="referrals">
        {({ pages: loaded }) => {
          const referrals = loaded.flatMap((page) => page.referrals)
          const total = loaded[0]?.total ?? 0
          if (total === 0) return <NoReferrals isFiltered={isFiltered} affiliate={affiliate} />
          return (
            <>
              <p role="status" className="mb-2 text-sm text-muted">
                {pluralize(total, 'referral')}
              </p>
              <List referrals={referrals} filters={parameters} />
              {pages.hasNextPage && (
                <Button className="mt-4" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                  Show older referrals
                </Button>
              )}
            </>
          )
        }}
      </QueryState>
      {opened !== null && <ReferralTimeline referralId={opened} onClose={() => choose({ referral: null })} />}
    </>
  )
}

function Unverified() {
  const people = useDashboard().data?.waiting ?? 0
  return (
    <div className="mb-4 empty:hidden">
      <UnverifiedPeople people={people} />
    </div>
  )
}

function List({ referrals, filters }: { referrals: readonly Referral[]; filters: URLSearchParams }) {
  // The list uses the dashboard's currency (one per programme), loaded once for both pages.
  const currency = useDashboard().data?.currency ?? 'usd'
  return (
    <ul className="divide-y divide-border border-y border-border">
      {referrals.map((referral) => (
        <ReferralRow key={referral.id} referral={referral} currency={currency} filters={filters} />
      ))}
    </ul>
  )
}

function FilterBar({
  filters,
  onChoose,
}: {
  filters: Filters
  onChoose: (changes: Readonly<Record<string, string | null>>) => void
}) {
  const current = useDashboard().data?.thisMonth.name
  const months = current === undefined ? [] : Array.from({ length: MONTHS }, (_, back) => monthBefore(current, back))
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <Segmented
        label="Which referrals"
        value={filters.status ?? 'all'}
        onChange={(status) => onChoose({ status: status === 'all' ? null : status })}
        options={STATUSES}
      />
      <div className="w-44">
        <Select
          size="sm"
          label="Signed up in"
          hideLabel
          value={filters.month ?? ''}
          onChange={(month) => onChoose({ month: month === '' ? null : month })}
          options={[
            { value: '', label: 'Any month' },
            ...[...new Set([...(filters.month === undefined ? [] : [filters.month]), ...months])].map((month) => ({
              value: month,
              label: formatMonth(month),
            })),
          ]}
        />
      </div>
    </div>
  )
}

function NoReferrals({ isFiltered, affiliate }: { isFiltered: boolean; affiliate: Affiliate }) {
  if (isFiltered) return <EmptyState title="No matching referrals">Choose another month or all referrals.</EmptyState>
  return (
    <div className="grid gap-4">
      <EmptyState title="No referrals yet">
        Share your link. Everyone who signs up through it and confirms their address appears here.
      </EmptyState>
      <LinkCard affiliate={affiliate} />
    </div>
  )
}

function filtersOf(parameters: URLSearchParams): Filters {
  const status = parameters.get('status')
  const month = parameters.get('month')
  return {
    ...((status === 'pending' || status === 'converted') && { status }),
    ...(month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && { month }),
  }
}
