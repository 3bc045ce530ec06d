import { ForgotPasswordPage } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Forgot your affiliate password? · ${siteName()}` },
  { name: 'description', content: 'Have a link mailed to you that sets a new password for your affiliate account.' },
]

/** /affiliate/forgot-password: an affiliate's password is their account's. */
export default function AffiliateForgotPassword() {
  return <ForgotPasswordPage />
}
