import { RequireAccount } from '#features/accounts/web/index.ts'
import { CheckoutPage } from '#features/billing/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Checkout · ${siteName()}` },
  { name: 'description', content: 'Leads to the payment page.' },
]

export const handle = { needsAccount: true }

/** /billing/checkout, for signed-in users. */
export default function Checkout() {
  return (
    <RequireAccount>
      <CheckoutPage />
    </RequireAccount>
  )
}
