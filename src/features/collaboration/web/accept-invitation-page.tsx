import { Link } from 'react-router'
import { buttonLook } from '#ui/button-look.ts'

/** /accept-invitation/{invitationId} (spec §2). No invitation is open, so none is valid. */
export function AcceptInvitationPage() {
  return (
    <div className="grid min-h-[72dvh] place-content-center justify-items-center gap-3 px-6 py-16 text-center">
      <h1 className="text-3xl sm:text-4xl">This invitation is not valid or has expired</h1>
      <p className="max-w-[46ch] text-muted">
        Please ask the person who invited you to send a new one, to the e-mail address of your account.
      </p>
      <Link to="/" className={buttonLook({ variant: 'primary', size: 'lg', className: 'mt-4' })}>
        Return Home
      </Link>
    </div>
  )
}
