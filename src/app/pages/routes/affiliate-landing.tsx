import { AffiliateLandingPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Affiliate programme · ${siteName()}` },
  { name: 'description', content: 'Share your own link and earn 40% of what the people you bring pay.' },
]

/** /affiliate */
export default function AffiliateLanding() {
  return <AffiliateLandingPage />
}
