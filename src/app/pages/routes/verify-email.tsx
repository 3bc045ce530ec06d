import { VerifyEmailPage } from '#features/accounts/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Verify your address · ${PRODUCT_NAME}` },
  { name: 'description', content: `Verify the e-mail address of your ${PRODUCT_NAME} account.` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** /verify-email, the target of the mailed link. */
export default function VerifyEmail() {
  return <VerifyEmailPage />
}
