import { ForgotPasswordPage } from '#features/accounts/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Forgot your password? · ${PRODUCT_NAME}` },
  { name: 'description', content: `Have a link mailed to you that sets a new password for ${PRODUCT_NAME}.` },
]

/** /forgot-password (spec §2). */
export default function ForgotPassword() {
  return <ForgotPasswordPage />
}
