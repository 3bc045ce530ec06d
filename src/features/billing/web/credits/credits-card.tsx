import { Link } from 'react-router'
import { useBalance } from '#features/credits/web/index.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { BillingOverview } from '../../model/index.ts'
import { CARD } from '../checkout/card.ts'
import { checkoutPath } from '../checkout/checkout-choice.ts'
import type { SoldCatalogue } from '../use-catalogue.ts'

/** The balance, the remaining packs with their expiry, and more to buy. */
export function CreditsCard({ packs, sold }: { packs: BillingOverview['packs']; sold: SoldCatalogue | undefined }) {
  return (
    <section aria-labelledby="your-credits" className={CARD}>
      <h2 id="your-credits" className="text-sm font-medium text-muted">
        Your credits
      </h2>
      <Credits />
      {packs.length > 0 && <Packs packs={packs} />}
      {sold !== undefined && <BuyPacks sold={sold} />}
    </section>
  )
}

function Credits() {
  const balance = useBalance()
  if (balance.isPending) return <Skeleton className="h-9 w-20" />
  if (balance.isError) return <p className="text-sm text-muted">{balance.error.message}</p>
  const { available, held, expiringSoon } = balance.data
  return (
    <>
      <p className="tabular font-display text-3xl font-bold">{formatNumber(available)}</p>
      {available < 0 && (
        <p className="text-sm text-warning">
          A payment was refunded after its credits were used. New credits cover that first.
        </p>
      )}
      {held > 0 && <p className="text-sm text-muted">and {formatNumber(held)} held for running work</p>}
      {expiringSoon && (
        <p className="text-sm text-warning">
          {formatNumber(expiringSoon.amount)} of them expire within a week, from {formatLongDay(expiringSoon.at, 'utc')}{' '}
          on
        </p>
      )}
    </>
  )
}

function Packs({ packs }: { packs: BillingOverview['packs'] }) {
  return (
    <ul aria-label="Packs" className="mt-2 w-full border-t border-border text-sm">
      {packs.map(({ granted, remaining, expiresAt }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two packs bought at once differ in nothing
        <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-border py-2">
          <span className="tabular">
            {formatNumber(remaining)} of {formatNumber(granted)} left in a pack
          </span>
          <span className="text-muted">
            {expiresAt === null ? 'for good' : `until ${formatLongDay(expiresAt, 'utc')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function BuyPacks({ sold: { catalogue, currency } }: { sold: SoldCatalogue }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {Object.values(catalogue.packs).map(({ id, credits, cents }) => (
        <Link key={id} to={checkoutPath({ pack: id })} className={buttonClass()}>
          {formatNumber(credits)} more for {formatMoney(cents, currency)}
        </Link>
      ))}
    </div>
  )
}
