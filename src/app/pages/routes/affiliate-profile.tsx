import { AffiliateProfilePage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Affiliate profile · ${siteName()}` },
  { name: 'description', content: 'Your affiliate link, code and account.' },
]

/** /affiliate/profile, not wrapped in the login guard (spec §2). */
export default function AffiliateProfile() {
  return <AffiliateProfilePage />
}
