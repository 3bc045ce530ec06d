import { OperatorSignInPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Sign-in · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: the providers with which organisations sign in.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/sign-in, for operators: the providers with which organisations sign in. */
export default function OperatorSignIn() {
  return (
    <OperatorFrame>
      <OperatorSignInPage />
    </OperatorFrame>
  )
}
