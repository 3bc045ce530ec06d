import { ForgotPasswordPage } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Forgot your password? · ${siteName()}` },
  { name: 'description', content: `Have a link mailed to you that sets a new password for ${siteName()}.` },
]

/** /forgot-password (spec §2). */
export default function ForgotPassword() {
  return <ForgotPasswordPage />
}
