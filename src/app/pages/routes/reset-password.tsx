import { ResetPasswordPage } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Choose a new password · ${siteName()}` },
  { name: 'description', content: `Set a new password for your ${siteName()} account.` },
  { name: 'robots', content: 'noindex' },
  // The address carries the link's token: no other site may receive it.
  { name: 'referrer', content: 'no-referrer' },
]

/** /reset-password, the target of the mailed link (spec §2). */
export default function ResetPassword() {
  return <ResetPasswordPage />
}
