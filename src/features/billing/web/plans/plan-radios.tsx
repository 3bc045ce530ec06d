import type { PlanName } from '#features/accounts/model/index.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { type Choice, type Plan, planCents, type Plans } from '../../model/index.ts'
import { formatPrice } from '../labels.ts'
import { planTitle } from './plan-title.ts'
import type { SoldCatalogue } from '../use-catalogue.ts'

/** The plans with a price, lowest first. */
export function pricedPlans(plans: Plans): readonly Plan[] {
  return [plans.basic, plans.pro, plans.premium].filter(({ monthlyCents }) => monthlyCents !== null && monthlyCents > 0)
}

/** A choice of the plans for sale, with price and credits. */
export function PlanRadios(o: {
  choice: Choice
  current: Choice
  sold: SoldCatalogue
  onChange: (plan: PlanName) => void
}) {
  const { catalogue, currency } = o.sold
  const { interval } = o.choice
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Plan</legend>
      {pricedPlans(catalogue.plans).map((plan) => (
        <label
          key={plan.name}
          className="flex cursor-pointer items-center gap-3 rounded-lg border border-border p-3 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="plan"
            value={plan.name}
            checked={plan.name === o.choice.plan}
            onChange={() => o.onChange(plan.name)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="grow">
            <span className="flex items-center gap-2 font-medium">
              {planTitle(plan.name)}
              {plan.name === o.current.plan && interval === o.current.interval && <Badge>Your plan</Badge>}
            </span>
            {plan.credits !== null && (
              <span className="tabular block text-sm text-muted">
                {formatNumber(plan.credits.amount)} credits a month
              </span>
            )}
          </span>
          <span className="tabular text-right text-sm">
            {formatPrice(planCents(plan.name, interval, catalogue.plans) ?? 0, { currency, interval })}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
