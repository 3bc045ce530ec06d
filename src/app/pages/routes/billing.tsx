import { RequireAccount } from '#features/accounts/web/index.ts'
import { BillingPage } from '#features/billing/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Billing · ${siteName()}` },
  { name: 'description', content: 'Your plan, your credits and what moved them.' },
]

export const handle = { wideBar: true, needsAccount: true }

/** /billing, for signed-in users (spec §2). */
export default function Billing() {
  return (
    <RequireAccount>
      <BillingPage />
    </RequireAccount>
  )
}
