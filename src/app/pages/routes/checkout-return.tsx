import { RequireAccount } from '#features/accounts/web/index.ts'
import { CheckoutReturnPage } from '#features/billing/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Your payment · ${siteName()}` },
  { name: 'description', content: 'What became of a payment.' },
]

export const handle = { needsAccount: true }

/** /billing/return, for signed-in users. */
export default function CheckoutReturn() {
  return (
    <RequireAccount>
      <CheckoutReturnPage />
    </RequireAccount>
  )
}
