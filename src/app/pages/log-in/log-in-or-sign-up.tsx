import { useLocation } from 'react-router'
import { AuthPage } from '#features/accounts/web/index.ts'
import { useInvitedEmail } from '#features/collaboration/web/index.ts'
import { referralClaim } from '#features/referrals/web/index.ts'
import { CaptionDemo } from '#features/site/web/index.ts'

/** The body of /auth, /login and /signup. */
export function LogInOrSignUp({ mode }: { mode: 'login' | 'signup' }) {
  const { search } = useLocation()
  const invited = useInvitedEmail(search)
  return <AuthPage mode={mode} aside={<CaptionDemo />} referral={referralClaim} invited={invited} />
}
