import { AffiliateReferralsPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Referrals · ${siteName()}` },
  { name: 'description', content: 'The people who signed up through your affiliate link.' },
]

/** /affiliate/referrals, not wrapped in the login guard (spec §2). */
export default function AffiliateReferrals() {
  return <AffiliateReferralsPage />
}
