import { JoinPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Complete your affiliate profile · ${siteName()}` },
  { name: 'description', content: 'The last step of joining: choose a name for your link.' },
]

/** /affiliate/complete-profile */
export default function AffiliateCompleteProfile() {
  return <JoinPage title="Complete your affiliate profile" />
}
