import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { formatMoney } from '#platform/shared/format/money.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Interval } from '../../model/index.ts'
import { billing, billingApi } from '../billing-queries.ts'
import { rememberedOrigin } from './checkout-origin.ts'
import { WithdrawalNote } from '../plans/withdrawal-note.tsx'
import { PaymentStep } from './payment-step.tsx'
import { TestMoney } from './test-money.tsx'
import { useRedirect } from './use-redirect.ts'

/** /billing/test-checkout: the page of the built-in test provider, which moves no money. Rendered inside the guard. */
export function TestCheckoutPage() {
  const checkoutId = new URLSearchParams(useLocation().search).get('checkout') ?? ''
  return (
    <>
      <TestMoney />
      {checkoutId === '' ? (
        <NotFound title="Nothing to pay here">The address names no checkout.</NotFound>
      ) : (
        <TestPayment checkoutId={checkoutId} />
      )}
    </>
  )
}

function TestPayment({ checkoutId }: { checkoutId: string }) {
  const checkout = useQuery(billing.testCheckout.queryOptions({ input: { checkoutId }, staleTime: 0 }))
  if (checkout.isError) return <NotFound title="We couldn’t open this checkout">{checkout.error.message}</NotFound>
  if (checkout.data === undefined) {
    return (
      <PaymentStep title="Test checkout">
        <Skeleton className="h-40 w-full" />
      </PaymentStep>
    )
  }
  const { state, ...order } = checkout.data
  switch (state) {
    case 'open':
      return <Paying checkoutId={checkoutId} order={order} />
    case 'done':
      return (
        <NotFound title="This checkout is paid" tone="success">
          There is nothing more to pay. Your purchase is on your account.
        </NotFound>
      )
    case 'dropped':
      return (
        <NotFound title="This checkout was replaced">You opened a newer checkout. Nothing was bought here.</NotFound>
      )
    default:
      return state satisfies never
  }
}

function Paying({
  checkoutId,
  order,
}: {
  checkoutId: string
  order: { name: string; cents: number; creditUsedCents: number; currency: string; renews: Interval | null }
}) {
  const leave = useRedirect()
  const pay = useMutation({
    mutationFn: (outcome: 'paid' | 'declined') => billingApi.payTestCheckout({ checkoutId, outcome }),
    onSuccess: ({ returnUrl }) => leave(returnUrl),
  })
  const price = formatMoney(order.cents, order.currency)
  const due = formatMoney(order.cents - order.creditUsedCents, order.currency)
  return (
    <PaymentStep title="Test checkout" lead="A replacement for a payment provider. No money moves.">
      <Card as="dl">
        <div className="flex items-baseline justify-between gap-6">
          <dt className="font-medium">{order.name}</dt>
          <dd className="tabular font-display text-2xl font-bold">{price}</dd>
        </div>
        {order.creditUsedCents > 0 && (
          <OrderLine name="Account credit">{formatMoney(-order.creditUsedCents, order.currency)}</OrderLine>
        )}
        <OrderLine name="Paid with">Test card ending 4242</OrderLine>
        <OrderLine name="Paid again">
          {order.renews === null ? 'Never, this is a one-time purchase' : `Each ${order.renews}, until you cancel`}
        </OrderLine>
      </Card>
      {pay.isError && (
        <Notice tone="error" title="Not paid">
          {asAppError(pay.error).message} Pay again, or go back.
        </Notice>
      )}
      <div className="grid gap-3">
        <Button
          variant="primary"
          size="lg"
          busy={pay.isPending && pay.variables === 'paid'}
          onClick={() => pay.mutate('paid')}
        >
          Pay {due} of test money
        </Button>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button busy={pay.isPending && pay.variables === 'declined'} onClick={() => pay.mutate('declined')}>
            Simulate a declined card
          </Button>
          <Link to={rememberedOrigin(checkoutId) ?? '/pricing'} className={buttonClass({ variant: 'ghost' })}>
            Cancel
          </Link>
        </div>
      </div>
      <WithdrawalNote />
    </PaymentStep>
  )
}

function OrderLine({ name, children }: { name: string; children: string }) {
  return (
    <div className="mt-3 flex items-baseline justify-between gap-6 border-t border-border pt-3 text-sm text-muted">
      <dt className="shrink-0">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

function NotFound({
  title,
  children,
  tone = 'warning',
}: {
  title: string
  children: string
  tone?: 'warning' | 'success'
}) {
  return (
    <PaymentStep title={title}>
      <Notice tone={tone}>{children}</Notice>
      <div className="flex flex-wrap gap-3">
        <Link to="/billing" className={buttonClass({ variant: 'primary' })}>
          Open Billing
        </Link>
        <Link to="/pricing" className={buttonClass()}>
          See the plans
        </Link>
      </div>
    </PaymentStep>
  )
}
