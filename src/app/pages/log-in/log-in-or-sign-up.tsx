import { useLocation } from 'react-router'
import { AuthPage, returnPathFrom } from '#features/accounts/web/index.ts'
import { useInvitedEmail } from '#features/collaboration/web/index.ts'
import { clipAwaitedBy } from '#features/media/web/index.ts'
import { referralClaim } from '#features/referrals/web/index.ts'
import { CaptionDemo } from '#features/site/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'

/** The body of /auth, /login and /signup. */
export function LogInOrSignUp({ mode }: { mode: 'login' | 'signup' }) {
  const { search } = useLocation()
  const invited = useInvitedEmail(search)
  const isMounted = useMounted()
  // The page is drawn once for all addresses.
  const clip = isMounted ? clipAwaitedBy(returnPathFrom(search)) : null
  return (
    <AuthPage
      mode={mode}
      {...(clip !== null && { lead: `“${clip}” waits in this browser, and uploads next.` })}
      aside={<CaptionDemo />}
      referral={referralClaim}
      invited={invited}
    />
  )
}
