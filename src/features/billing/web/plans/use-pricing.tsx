import { Check } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { PlanName } from '#features/accounts/model/index.ts'
import { useAccount } from '#features/accounts/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { buttonClass } from '#ui/button-class.ts'
import { type Catalogue, CATALOGUE, type Interval, type PackId, type ProviderName } from '../../model/index.ts'
import { useOffers, useOverview } from '../billing-queries.ts'

import { checkoutPath, signUpPath } from '../checkout/checkout-choice.ts'
import { catalogueOf } from '../offered-catalogue.ts'
import { type Buyer, planAction } from './plan-action.ts'

/** The pricing page's data and actions. */
export type Pricing = {
  readonly catalogue: Catalogue
  /** The payment provider; null if nothing is sold, undefined while loading. */
  readonly provider: ProviderName | null | undefined
  readonly choose: (plan: PlanName, interval: Interval) => ReactNode
  readonly choosePack: (pack: PackId) => ReactNode
}

/**
 * The buttons of the pricing page. Until the viewer is known they are a visitor's, which work for everybody. Each
 * button loads the viewer itself, so that the response re-renders the buttons and not the page.
 */
export function usePricing(): Pricing {
  const offers = useOffers()
  const sold = offers.data
  const catalogue = useMemo(() => (sold === undefined ? CATALOGUE : catalogueOf(sold)), [sold])
  const sells = sold?.provider !== null
  return {
    catalogue,
    provider: sold?.provider,
    choose: (plan, interval) =>
      sells ? (
        <PlanChoice choice={{ plan, interval }} plans={catalogue.plans} />
      ) : (
        <span className="text-sm text-muted">Not for sale here</span>
      ),
    choosePack: (pack) => (sells ? <PackChoice pack={pack} catalogue={catalogue} /> : null),
  }
}

function useBuyer(): Buyer {
  const mounted = useMounted()
  const account = useAccount()
  const { data: sold } = useOffers()
  const overview = useOverview(typeof sold?.provider === 'string' && Boolean(account.data))
  if (!mounted) return 'unknown'
  if (account.data === null) return 'visitor'
  return overview.data ?? 'unknown'
}

function PlanChoice({ choice, plans }: { choice: Parameters<typeof planAction>[0]; plans: Catalogue['plans'] }) {
  const buyer = useBuyer()
  const action = planAction(choice, { buyer, plans })
  if (action.kind === 'included') return <p className={UNMARKED}>Included in your plan</p>
  if (action.kind === 'current') {
    return (
      <p className={UNMARKED}>
        <Check aria-hidden="true" className="size-4 text-success" />
        Your plan
        {action.to !== null && (
          <Link to={action.to} className="hit-target font-medium text-accent-text underline underline-offset-3">
            Manage
          </Link>
        )}
      </p>
    )
  }
  const variant = action.stands === 'first' ? 'primary' : 'secondary'
  return (
    <Link to={action.to} className={buttonClass({ variant, size: 'lg' })}>
      {action.label}
    </Link>
  )
}

function PackChoice({ pack, catalogue }: { pack: PackId; catalogue: Catalogue }) {
  const isKnown = typeof useBuyer() === 'object'
  return (
    <Link to={isKnown ? checkoutPath({ pack }) : signUpPath({ pack })} className={buttonClass({ size: 'lg' })}>
      {isKnown ? `Buy ${formatNumber(catalogue.packs[pack].credits)} credits` : 'Sign up to add credits'}
    </Link>
  )
}

const UNMARKED = 'flex h-11 items-center justify-center gap-2 rounded-md border border-border text-muted max-xl:px-4'
