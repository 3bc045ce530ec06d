import { AffiliateReferralsPage } from '#features/referrals/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Referrals · ${PRODUCT_NAME}` },
  { name: 'description', content: 'The people who signed up through your affiliate link.' },
]

/** /affiliate/referrals, not wrapped in the login guard (spec §2). */
export default function AffiliateReferrals() {
  return <AffiliateReferralsPage />
}
