import { VerifyEmailPage } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Verify your address · ${siteName()}` },
  { name: 'description', content: `Verify the e-mail address of your ${siteName()} account.` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** /verify-email, the target of the mailed link. */
export default function VerifyEmail() {
  return <VerifyEmailPage />
}
