import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { billingApi } from '../billing-queries.ts'
import { changePath, type CheckoutChoice, readCheckoutChoice } from './checkout-choice.ts'
import { originOf, rememberOrigin } from './checkout-origin.ts'
import { PaymentStep } from './payment-step.tsx'
import { useRedirect } from './use-redirect.ts'

/** /billing/checkout: opens the provider's page for the item in the address. Rendered inside the guard. */
export function CheckoutPage() {
  const { search } = useLocation()
  const choice = readCheckoutChoice(search)
  if (choice === undefined) {
    return (
      <PaymentStep title="Nothing selected" lead="Choose a plan or a pack of credits first.">
        <SeePlans />
      </PaymentStep>
    )
  }
  return <OpeningCheckout key={search} choice={choice} origin={originOf(search)} />
}

function OpeningCheckout({ choice, origin }: { choice: CheckoutChoice; origin: string | null }) {
  const leave = useRedirect()
  const checkout = useQuery({
    queryKey: ['billing', 'opening', choice],
    queryFn: async () => {
      const opened = await billingApi.startCheckout(choice)
      rememberOrigin(opened.checkoutId, origin)
      return opened
    },
    // Each visit opens one page and never returns to an old one.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const url = checkout.data?.url
  useEffect(() => {
    if (url !== undefined) leave(url)
  }, [url, leave])

  if (checkout.isError) {
    const refusal = asAppError(checkout.error)
    return (
      <PaymentStep title="We couldn’t open the payment page">
        <Notice tone="error" title="Nothing was bought">
          {refusal.message}
        </Notice>
        <div className="flex flex-wrap gap-3">
          {refusal.code === 'conflict' && 'plan' in choice && (
            <Link to={changePath(choice, origin ?? undefined)} className={buttonClass({ variant: 'primary' })}>
              Go to Billing
            </Link>
          )}
          {refusal.code !== 'conflict' && (
            <Button variant="primary" onClick={() => void checkout.refetch()}>
              Try again
            </Button>
          )}
          <SeePlans />
        </div>
      </PaymentStep>
    )
  }
  return (
    <PaymentStep title="Opening the payment page">
      <div role="status">
        <ProgressBar label="Preparing your checkout" value={url === undefined ? 0.5 : 1} />
      </div>
    </PaymentStep>
  )
}

function SeePlans() {
  return (
    <Link to="/pricing" className={buttonClass({ className: 'justify-self-start' })}>
      See the plans
    </Link>
  )
}
