import { AffiliatePayoutPage } from '#features/referrals/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Payout Settings · ${PRODUCT_NAME}` },
  { name: 'description', content: 'How affiliate commission reaches you.' },
]

/** /affiliate/payout-settings, not wrapped in the login guard (spec §2). */
export default function AffiliatePayoutSettings() {
  return <AffiliatePayoutPage />
}
