import { AffiliateDashboardPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Affiliate dashboard · ${siteName()}` },
  { name: 'description', content: 'Your affiliate link, the referrals it brought and what they earn you.' },
]

/** /affiliate/dashboard, not wrapped in the login guard (spec §2). */
export default function AffiliateDashboard() {
  return <AffiliateDashboardPage />
}
