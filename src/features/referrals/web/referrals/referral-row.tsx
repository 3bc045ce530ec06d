import { Link } from 'react-router'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import type { Referral } from '../../model/contract-statistics.ts'

/** A referral in a list, linking to its timeline. `filters`: those of the list, which stays as it is. */
export function ReferralRow({
  referral,
  currency,
  filters,
}: {
  referral: Referral
  currency: string
  filters?: URLSearchParams
}) {
  const { id, person, createdAt, userType, purchases, totalCommission } = referral
  return (
    <li>
      <Link
        to={`/affiliate/referrals?${withReferral(filters, id)}`}
        preventScrollReset={filters !== undefined}
        className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-md px-2 py-3 hover:bg-hover"
      >
        <span
          aria-hidden="true"
          className="grid size-9 place-items-center rounded-full bg-accent-soft font-display font-semibold text-accent-text"
        >
          {person.initial}
        </span>
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="truncate font-medium">{person.email}</span>
            <Badge tone={userType === 'paid' ? 'success' : 'neutral'}>{userType === 'paid' ? 'Paid' : 'Free'}</Badge>
          </span>
          <span className="block text-sm text-faint">
            Signed up on <time dateTime={createdAt}>{formatLongDay(createdAt)}</time>
          </span>
        </span>
        <span className="text-right">
          <span className="tabular block font-medium">{formatMoney(totalCommission, currency)}</span>
          <span className="block text-sm text-faint">{pluralize(purchases, 'purchase')}</span>
        </span>
      </Link>
    </li>
  )
}

function withReferral(filters: URLSearchParams | undefined, id: string): string {
  const parameters = new URLSearchParams(filters)
  parameters.set('referral', id)
  return parameters.toString()
}
