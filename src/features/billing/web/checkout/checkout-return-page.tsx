import { useEffect } from 'react'
import { CircleCheck } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useBalance } from '#features/credits/web/index.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { isTestMoney } from '../labels.ts'
import { planTitle } from '../plans/plan-title.ts'
import { rememberedOrigin } from './checkout-origin.ts'
import { WithdrawalNote } from '../plans/withdrawal-note.tsx'
import { PaymentStep } from './payment-step.tsx'
import { TestMoney } from './test-money.tsx'
import { MAX_POLLS, useConfirmation } from './use-confirmation.ts'

/** /billing/return: the page a checkout returns to. Rendered inside the guard. */
export function CheckoutReturnPage() {
  const checkoutId = new URLSearchParams(useLocation().search).get('checkout') ?? ''
  const confirmation = useConfirmation(checkoutId)
  return (
    <>
      {isTestMoney(confirmation.data?.provider) && <TestMoney />}
      <Outcome checkoutId={checkoutId} confirmation={confirmation} />
    </>
  )
}

type Confirmation = ReturnType<typeof useConfirmation>
type Answer = NonNullable<Confirmation['data']>

function Outcome({ checkoutId, confirmation }: { checkoutId: string; confirmation: Confirmation }) {
  const { data } = confirmation
  if (checkoutId === '') return <NotFound reason="The address of this page is incomplete." />
  if (data === undefined && confirmation.isError) {
    return <NotFound reason={confirmation.error.message} retry={() => void confirmation.refetch()} />
  }
  if (data === undefined) return <Waiting polls={0} />
  switch (data.state) {
    case 'done':
      return <Done answer={data} origin={rememberedOrigin(checkoutId)} />
    case 'dropped':
      return (
        <PaymentStep title="This checkout was replaced" lead="You opened a newer checkout, so nothing was bought here.">
          <NextSteps />
        </PaymentStep>
      )
    case 'open':
      if (isTestMoney(data.provider)) return <NotPaid checkoutId={checkoutId} />
      return data.polls < MAX_POLLS ? (
        <Waiting polls={data.polls} />
      ) : (
        <Late busy={confirmation.isFetching} again={() => void confirmation.refetch()} />
      )
    default:
      return data.state satisfies never
  }
}

/** The purchase. A checkout that started at an action returns there; returning spends nothing. */
function Done({ answer: { item, plan }, origin }: { answer: Answer; origin: string | null }) {
  const navigate = useNavigate()
  const balance = useBalance()
  const what = item.kind === 'plan' ? `Your ${planTitle(plan)} plan is ready` : 'Your credits are ready'
  useEffect(() => {
    if (origin === null) return
    toast.success('We are sending you the receipt by e-mail.', { id: 'paid', title: what })
    void navigate(origin, { replace: true })
  }, [origin, what, navigate])
  if (origin !== null) return <Waiting polls={MAX_POLLS} />
  return (
    <PaymentStep title={what} lead="Thank you. We are sending you the receipt by e-mail.">
      <Card role="status" className="flex items-center gap-3">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-success" />
        <p>
          <span className="block font-medium">Your plan and credits are ready.</span>
          <span className="tabular text-muted">
            {planTitle(plan)} plan
            {balance.data && `, ${formatNumber(balance.data.available)} credits to spend`}
          </span>
        </p>
      </Card>
      <div className="flex flex-wrap gap-3">
        <Link to="/upload" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Caption a video
        </Link>
        <Link to="/billing" className={buttonClass({ size: 'lg' })}>
          Open Billing
        </Link>
      </div>
      <WithdrawalNote />
    </PaymentStep>
  )
}

function Waiting({ polls }: { polls: number }) {
  return (
    <PaymentStep title="Confirming your payment" lead="This takes a few seconds.">
      <div role="status">
        <ProgressBar
          label="Contacting the payment provider"
          value={polls / MAX_POLLS}
          detail={polls === 0 ? 'First attempt' : `Checked ${polls} of ${MAX_POLLS} times`}
        />
      </div>
    </PaymentStep>
  )
}

function Late({ busy, again }: { busy: boolean; again: () => void }) {
  return (
    <PaymentStep title="Your payment is not confirmed yet">
      <Notice tone="warning" title="You can close this page">
        Some banks take longer. As soon as the payment is confirmed, you get your plan, your credits and a receipt by
        e-mail. If you did not pay, nothing happens.
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={busy} onClick={again}>
          Check again
        </Button>
        <NextSteps />
      </div>
    </PaymentStep>
  )
}

function NotPaid({ checkoutId }: { checkoutId: string }) {
  return (
    <PaymentStep title="Not paid yet" lead="This test checkout is waiting for its test payment. Nothing was bought.">
      <div className="flex flex-wrap gap-3">
        <Link
          to={`/billing/test-checkout?checkout=${encodeURIComponent(checkoutId)}`}
          className={buttonClass({ variant: 'primary' })}
        >
          Back to the test checkout
        </Link>
        <NextSteps />
      </div>
    </PaymentStep>
  )
}

function NotFound({ reason, retry }: { reason: string; retry?: () => void }) {
  return (
    <PaymentStep title="We couldn’t find this checkout">
      <Notice tone="error" title="Your payment is safe">
        {reason} A successful payment is on your account even if this page cannot find it.
      </Notice>
      <div className="flex flex-wrap gap-3">
        {retry !== undefined && <Button onClick={retry}>Try again</Button>}
        <NextSteps />
      </div>
    </PaymentStep>
  )
}

function NextSteps() {
  return (
    <>
      <Link to="/billing" className={buttonClass({ className: 'justify-self-start' })}>
        Open Billing
      </Link>
      <Link to="/pricing" className={buttonClass({ variant: 'ghost', className: 'justify-self-start' })}>
        See the plans
      </Link>
    </>
  )
}
