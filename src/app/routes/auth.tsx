import { useLocation } from 'react-router'
import { AuthPage } from '#features/accounts/web/index.ts'
import { useInvited } from '#features/collaboration/web/index.ts'
import { referralClaim } from '#features/referrals/web/index.ts'
import { CaptionDemo } from '#features/site/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [
  { title: `Log in or sign up · ${PRODUCT_NAME}` },
  { name: 'description', content: `Log in to your videos and captions, or create your ${PRODUCT_NAME} account.` },
]

/** /auth, /login and /signup. */
export default function Auth() {
  const { pathname, search } = useLocation()
  const signUp = pathname.toLowerCase() === '/signup'
  const invited = useInvited(search)
  return (
    <AuthPage mode={signUp ? 'signup' : 'login'} aside={<CaptionDemo />} referral={referralClaim} invited={invited} />
  )
}
