import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Interval, Plan } from '#features/billing/model/index.ts'
import { formatDollars } from '#platform/shared/format/dollars.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { buttonClass } from '#ui/button-class.ts'
import { planPoints } from '../../model/pricing-points.ts'
import { type CaptionPrice, planTitle, priceOf, formatSpan, videosFor } from '../../model/pricing.ts'
import { ClipCount } from './pricing-clip-count.tsx'

type CardProps = {
  readonly interval: Interval
  readonly price: CaptionPrice
  readonly choose: ((plan: Plan['name'], interval: Interval) => ReactNode) | undefined
}

/** The plans with a price side by side, and the contract below them. */
export function PlanCards({ plans, ...props }: CardProps & { plans: readonly Plan[] }) {
  const priced = plans.filter(({ monthlyCents }) => monthlyCents !== null)
  const byContract = plans.filter(({ monthlyCents }) => monthlyCents === null)
  return (
    <section aria-label="Plans" className="mx-auto max-w-6xl px-4 pb-20 sm:px-6">
      <div className="grid gap-px overflow-hidden rounded-xl border border-border bg-border">
        <ul className="grid gap-px sm:grid-cols-2 xl:grid-cols-4">
          {priced.map((plan) => (
            <li key={plan.name} className="bg-surface">
              <PlanCard plan={plan} {...props} />
            </li>
          ))}
        </ul>
        {byContract.map((plan) => (
          <ContractCard key={plan.name} plan={plan} {...props} />
        ))}
      </div>
      <p className="mt-4 text-sm text-faint">
        Prices in US dollars, before tax. Each small clip stands for one video of up to {formatSpan(props.price)}.
      </p>
    </section>
  )
}

function PlanCard({ plan, interval, price, choose }: CardProps & { plan: Plan }) {
  return (
    <article aria-labelledby={`plan-${plan.name}`} className="flex h-full flex-col p-6">
      <h2 id={`plan-${plan.name}`} className="text-xl">
        {planTitle(plan)}
      </h2>
      <Price plan={plan} interval={interval} />
      {plan.credits !== null && <Credits credits={plan.credits} price={price} />}
      <ul className="mt-6 mb-8 grid gap-2 border-t border-border pt-6 text-sm text-muted">
        {planPoints(plan).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <div className="mt-auto grid">
        {choose?.(plan.name, interval) ?? (
          <Link
            to="/signup"
            className={buttonClass({ variant: plan.monthlyCents === 0 ? 'primary' : 'secondary', size: 'lg' })}
          >
            {plan.monthlyCents === 0 ? 'Start for free' : `Choose ${planTitle(plan)}`}
          </Link>
        )}
      </div>
    </article>
  )
}

function Price({ plan, interval }: { plan: Plan; interval: Interval }) {
  const cost = priceOf(plan, interval)
  if (cost === null) return null
  return (
    <>
      <p className="tabular mt-4 flex items-baseline gap-2">
        <span className="font-display text-4xl font-bold tracking-[-0.03em]">{formatDollars(cost.monthCents)}</span>
        {cost.monthCents > 0 && <span className="text-muted">a month</span>}
      </p>
      <p className="tabular mt-1 text-sm text-faint">{termsOf(cost.paidCents, interval)}</p>
    </>
  )
}

function termsOf(paidCents: number, interval: Interval): string {
  if (paidCents === 0) return 'For as long as you like, no card'
  return interval === 'year' ? `${formatDollars(paidCents)} paid once a year` : 'Paid monthly, cancel any time'
}

function Credits({ credits: { amount, each }, price }: { credits: NonNullable<Plan['credits']>; price: CaptionPrice }) {
  const videos = videosFor(amount, price)
  return (
    <>
      <ClipCount videos={videos} />
      <p className="mt-4 font-medium">
        {formatNumber(amount)} credits {each === 'once' ? 'to start with' : 'a month'}
      </p>
      <p className="text-sm text-muted">
        about {formatNumber(videos)} videos of up to {formatSpan(price)}
      </p>
    </>
  )
}

function ContractCard({ plan, interval, choose }: CardProps & { plan: Plan }) {
  return (
    <article
      aria-labelledby={`plan-${plan.name}`}
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 bg-surface p-6"
    >
      <div className="max-w-[40rem]">
        <h2 id={`plan-${plan.name}`} className="text-xl">
          {planTitle(plan)}
        </h2>
        <p className="mt-1 text-muted">
          By contract: as many credits, as much storage and as many people as you need, and a reserved place in the
          queue.
        </p>
      </div>
      {choose?.(plan.name, interval) ?? (
        <Link to="/contact" className={buttonClass({ size: 'lg' })}>
          Contact us
        </Link>
      )}
    </article>
  )
}
