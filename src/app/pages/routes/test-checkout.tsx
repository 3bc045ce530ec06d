import { RequireAccount } from '#features/accounts/web/index.ts'
import { TestCheckoutPage } from '#features/billing/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Test checkout · ${siteName()}` },
  { name: 'description', content: 'A checkout where no money moves.' },
]

export const handle = { needsAccount: true }

/** /billing/test-checkout, for signed-in users. */
export default function TestCheckout() {
  return (
    <RequireAccount>
      <TestCheckoutPage />
    </RequireAccount>
  )
}
