import { Link } from 'react-router'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { buttonClass } from '#ui/button-class.ts'
import { PACK_LASTS_MONTHS, type Plan, planCents } from '../../model/index.ts'
import { useOverview } from '../billing-queries.ts'
import { formatPrice } from '../labels.ts'
import { planTitle } from '../plans/plan-title.ts'
import { changePath, checkoutPath } from '../checkout/checkout-choice.ts'
import { pricedPlans } from '../plans/plan-radios.tsx'
import { TestMoney } from '../checkout/test-money.tsx'
import { type SoldCatalogue, useCatalogue } from '../use-catalogue.ts'

/** Larger plans shown beside the packs; the pricing page has all of them. */
const PLANS_SHOWN = 2

/**
 * Ways to get the missing credits for an action. Renders nothing if nothing is sold.
 * @param missing credits that the action needs beyond the balance, above 0
 * @param from the page to return to after paying
 */
export function CreditOffers({ missing, from }: { missing: number; from: string }) {
  const sold = useCatalogue()
  const overview = useOverview(typeof sold?.provider === 'string')
  if (sold === undefined || sold.provider === null || overview.data === undefined) return null
  const offers = [...packOffers(sold, from), ...planOffers(sold, { overview: overview.data, from })]
  return (
    <section aria-labelledby="credit-offers" className="grid gap-3">
      <h3 id="credit-offers" className="text-lg">
        Get more credits
      </h3>
      {sold.provider === 'test' && <TestMoney />}
      <ul className="grid gap-px overflow-hidden rounded-lg border border-border bg-border">
        {offers.map((offer) => (
          <li key={offer.to} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 bg-surface p-4">
            <span className="min-w-0">
              <span className="tabular block font-medium">{offer.title}</span>
              <span className="tabular block text-sm text-muted">
                {offer.credits < missing ? `${offer.terms}. Not enough for this video on its own.` : `${offer.terms}.`}
              </span>
            </span>
            <Link to={offer.to} className={buttonClass()}>
              {offer.action}
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Prices before tax. After paying you return here; credits are charged only when you make the captions.{' '}
        <Link to="/pricing" className="font-medium text-accent-text underline underline-offset-3">
          Compare all plans
        </Link>
      </p>
    </section>
  )
}

type Offer = { title: string; terms: string; action: string; to: string; credits: number }

function packOffers({ catalogue, currency }: SoldCatalogue, from: string): Offer[] {
  return Object.values(catalogue.packs).map(({ id, credits, cents }) => ({
    title: `${formatNumber(credits)} credits for ${formatMoney(cents, currency)}`,
    terms: `Paid once, lasts ${PACK_LASTS_MONTHS} months`,
    action: `Buy ${formatNumber(credits)} credits`,
    to: checkoutPath({ pack: id }, from),
    credits,
  }))
}

/** Plans above the current one. A subscriber changes plans under Billing, which previews the cost. */
function planOffers(
  { catalogue, currency }: SoldCatalogue,
  { overview, from }: { overview: NonNullable<ReturnType<typeof useOverview>['data']>; from: string },
): Offer[] {
  const interval = overview.subscription?.interval ?? 'month'
  const present = planCents(overview.plan, interval, catalogue.plans)
  if (present === null) return []
  const offerOf = ({ name, credits }: Plan): Offer[] => {
    const cents = planCents(name, interval, catalogue.plans)
    if (cents === null || cents <= present || credits === null) return []
    const choice = { plan: name, interval }
    return [
      {
        title: `${planTitle(name)}: ${formatNumber(credits.amount)} credits a month`,
        terms: `${formatPrice(cents, { currency, interval })}, renews until you cancel`,
        action: `Upgrade to ${planTitle(name)}`,
        to: overview.subscription === null ? checkoutPath(choice, from) : changePath(choice, from),
        credits: credits.amount,
      },
    ]
  }
  return pricedPlans(catalogue.plans).flatMap(offerOf).slice(0, PLANS_SHOWN)
}
