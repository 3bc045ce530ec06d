import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import type { BillingOverview, Choice, SubscriptionView } from '../../model/index.ts'
import { describeContract } from '../../model/describe-contract.ts'
import { coversPlan } from '../../model/plan-rank.ts'
import { useTerms } from '../billing-queries.ts'
import { isTestMoney } from '../labels.ts'
import { planTitle } from './plan-title.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CARD } from '../checkout/card.ts'
import { CardLink } from '../checkout/card-link.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { choiceOf } from '../checkout/checkout-choice.ts'
import { originOf } from '../checkout/checkout-origin.ts'
import { usePlanChanges } from './use-plan-changes.ts'
import type { SoldCatalogue } from '../use-catalogue.ts'

/** The plan with its next renewal, payment method and actions. */
export function PlanCard({ overview, sold }: { overview: BillingOverview; sold: SoldCatalogue }) {
  const { plan, subscription } = overview
  return (
    <section aria-labelledby="your-plan" className={CARD}>
      <h2 id="your-plan" className="text-sm font-medium text-muted">
        Your plan
      </h2>
      <p className="flex flex-wrap items-center gap-3 font-display text-3xl font-bold">
        {planTitle(plan)}
        {subscription !== null && <StateBadge subscription={subscription} />}
      </p>
      {overview.creditCents > 0 && (
        <p className="text-sm text-muted">
          You have <strong className="tabular">{formatMoney(overview.creditCents, sold.currency)}</strong> of account
          credit. It pays your next invoices first.
        </p>
      )}
      {overview.creditCents < 0 && (
        <p className="text-sm text-muted">
          You owe <strong className="tabular">{formatMoney(-overview.creditCents, sold.currency)}</strong> of account
          credit, withdrawn after you had spent it. It is added to your next invoice.
        </p>
      )}
      {subscription === null ? (
        <Unpaid overview={overview} sold={sold} />
      ) : (
        <Subscribed overview={overview} subscription={subscription} sold={sold} />
      )}
    </section>
  )
}

function StateBadge({ subscription: { state, cancelAtPeriodEnd, next } }: { subscription: SubscriptionView }) {
  if (state === 'past_due') return <Badge tone="error">Payment failed</Badge>
  if (cancelAtPeriodEnd) return <Badge tone="warning">Ends soon</Badge>
  return next === null ? null : <Badge tone="info">Changes soon</Badge>
}

function Unpaid({ overview: { plan }, sold: { catalogue } }: { overview: BillingOverview; sold: SoldCatalogue }) {
  const { credits, monthlyCents } = catalogue.plans[plan]
  if (monthlyCents !== 0) {
    return (
      <>
        <p className="text-sm text-muted">This plan was set up for you. There is nothing to pay here.</p>
        <Link to="/contact" className={buttonClass({ className: 'mt-4' })}>
          Contact us
        </Link>
      </>
    )
  }
  return (
    <>
      <p className="text-sm text-muted">
        {credits?.each === 'once' && `${pluralize(credits.amount, 'credit')} to start with, and `}packs of credits at
        any time. A plan adds new credits every month.
      </p>
      <Link to="/pricing" className={buttonClass({ variant: 'primary', className: 'mt-4' })}>
        Upgrade
      </Link>
    </>
  )
}

type SubscribedProps = { overview: BillingOverview; subscription: SubscriptionView; sold: SoldCatalogue }

function Subscribed({ overview, subscription, sold }: SubscribedProps) {
  const { search } = useLocation()
  const [dialog, setDialog] = useState<'change' | 'cancel' | null>(() => (choiceOf(search) ? 'change' : null))
  const navigate = useNavigate()
  function close() {
    setDialog(null)
    // The choice from the pricing page is handled: drop it, so that coming back does not ask again.
    if (search !== '') void navigate('/billing', { replace: true, preventScrollReset: true })
  }
  const { resume } = usePlanChanges(close)
  const isEnding = subscription.cancelAtPeriodEnd || subscription.next !== null
  const contract = useTerms().data?.contract
  // A subscription that the contract includes cannot be resumed: it would be paid for twice.
  const isCovered = !!contract && coversPlan(contract, subscription.plan)
  return (
    <>
      <p className="text-muted">
        {isCovered && subscription.cancelAtPeriodEnd
          ? `Your subscription ends on ${formatLongDay(subscription.periodEnd, 'utc')}, since your ${describeContract(contract)} includes it.`
          : nextSentence(subscription, sold.currency)}
      </p>
      {overview.paymentMethod !== null && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
          {overview.paymentMethod}
          {!isTestMoney(sold.provider) && <CardLink label="Change card" />}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {isEnding && !isCovered && (
          <Button variant="primary" busy={resume.isPending} onClick={() => resume.mutate()}>
            Keep {planTitle(subscription.plan)}
          </Button>
        )}
        <Button onClick={() => setDialog('change')}>Change plan</Button>
        {!subscription.cancelAtPeriodEnd && (
          <Button variant="ghost" onClick={() => setDialog('cancel')}>
            Cancel plan
          </Button>
        )}
      </div>
      <ChangePlanDialog
        open={dialog === 'change'}
        onClose={close}
        onChanged={() => {
          const origin = originOf(search)
          if (origin === null) close()
          else void navigate(origin, { replace: true })
        }}
        subscription={subscription}
        wanted={choiceOf(search)}
        sold={sold}
      />
      <CancelDialog open={dialog === 'cancel'} onClose={close} subscription={subscription} sold={sold} />
    </>
  )
}

/** What happens to the subscription next, in one or two sentences. */
function nextSentence(
  { periodEnd, state, cancelAtPeriodEnd, next, nextCents, ...now }: SubscriptionView,
  currency: string,
) {
  const day = formatLongDay(periodEnd, 'utc')
  if (cancelAtPeriodEnd) return `Ends on ${day}. After that you are on Free. Nothing is deleted.`
  if (state === 'past_due') return 'We are collecting the renewal.'
  const price = nextCents === null ? '' : ` for ${formatMoney(nextCents, currency)} before tax`
  if (next !== null) return `Becomes ${nameOf(next)} on ${day}${price}.`
  return `Paid each ${now.interval}. Renews on ${day}${price}.`
}

function nameOf({ plan, interval }: Choice): string {
  return `${planTitle(plan)}, paid each ${interval},`
}
