import { AffiliatePayoutPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Payout Settings · ${siteName()}` },
  { name: 'description', content: 'How affiliate commission reaches you.' },
]

/** /affiliate/payout-settings, not wrapped in the login guard (spec §2). */
export default function AffiliatePayoutSettings() {
  return <AffiliatePayoutPage />
}
