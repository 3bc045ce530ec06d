import { AffiliateDashboardPage } from '#features/referrals/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Affiliate dashboard · ${PRODUCT_NAME}` },
  { name: 'description', content: 'Your affiliate link, the referrals it brought and what they earn you.' },
]

/** /affiliate/dashboard, not wrapped in the login guard (spec §2). */
export default function AffiliateDashboard() {
  return <AffiliateDashboardPage />
}
