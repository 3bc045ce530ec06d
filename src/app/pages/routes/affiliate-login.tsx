import { AuthPage } from '#features/accounts/web/index.ts'
import { LogInRedirect } from '#features/referrals/web/index.ts'
import { CaptionDemo } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Affiliate login · ${siteName()}` },
  { name: 'description', content: 'Log in to your affiliate dashboard.' },
]

/** /affiliate/login: the account's own log-in, which leads to the affiliate's dashboard. */
export default function AffiliateLogin() {
  return (
    <LogInRedirect path="/affiliate/dashboard">
      <AuthPage mode="login" lead="Log in to your links, referrals and payouts." aside={<CaptionDemo />} />
    </LogInRedirect>
  )
}
