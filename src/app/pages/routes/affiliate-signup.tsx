import { JoinPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Become an affiliate · ${siteName()}` },
  { name: 'description', content: 'Choose a name for your link and join the affiliate programme.' },
]

/** /affiliate/signup */
export default function AffiliateSignup() {
  return <JoinPage title="Become an affiliate" />
}
