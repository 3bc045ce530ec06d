import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney } from '#platform/shared/format/money.ts'
import { DataTable } from '#ui/data-table.tsx'
import { administrationQueries } from './administration-queries.ts'

/** Approved commissions of affiliates who deleted their account; nothing if there are none. */
export function ClosedBalances() {
  const { data: balances = [] } = useQuery(administrationQueries.closedBalances.queryOptions({ staleTime: 0 }))
  if (balances.length === 0) return null
  return (
    <section aria-labelledby="closed-balances">
      <h2 id="closed-balances" className="text-xl">
        Left by deleted accounts
      </h2>
      <p className="mt-1 mb-3 max-w-[64ch] text-sm text-muted">
        Approved, but in no payout: we no longer know where to pay it. Unclaimed commissions can be voided, each with a
        reason.
      </p>
      <DataTable
        label="Left by deleted accounts"
        rows={balances}
        keyOf={({ affiliateId, currency }) => `${affiliateId} ${currency}`}
        columns={[
          { name: 'Affiliate', render: ({ referralUsername }) => referralUsername },
          { name: 'Approved', isFigure: true, render: ({ cents, currency }) => formatMoney(cents, currency) },
          {
            name: 'Actions',
            hasNoHead: true,
            render: ({ referralUsername }) => (
              <Link
                to={`/operator/commissions?username=${referralUsername}&state=approved`}
                className="hit-target text-accent-text underline underline-offset-3"
              >
                Commissions<span className="sr-only"> of {referralUsername}</span>
              </Link>
            ),
          },
        ]}
      />
    </section>
  )
}
