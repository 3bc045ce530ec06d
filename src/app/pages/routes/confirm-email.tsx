import { ConfirmEmailPage } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Confirm your new address · ${siteName()}` },
  { name: 'description', content: `Confirm the new e-mail address of your ${siteName()} account.` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** /confirm-email, the target of the link mailed to a new address. */
export default function ConfirmEmail() {
  return <ConfirmEmailPage />
}
