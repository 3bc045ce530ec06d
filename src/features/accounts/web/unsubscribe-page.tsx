import { Link } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { kindOfLink, MAIL_KIND_TEXTS } from '../model/mail-kinds.ts'
import { AccountStep, TEXT_LINK } from './account-step.tsx'

/**
 * /unsubscribe/:token: asks before it unsubscribes, because programs that check mails open their links. The browser sends
 * the form to this address, also without JavaScript.
 */
export function UnsubscribePage({ token }: { token: string }) {
  // The page is the same for every link until scripts run.
  const kind = useMounted() ? kindOfLink(token) : undefined
  const about = kind === undefined ? 'like the one with this link' : `about ${MAIL_KIND_TEXTS[kind].about}`
  return (
    <AccountStep title="Unsubscribe" lead={`Stop mails ${about}?`}>
      <form method="post" className="grid gap-4">
        <Button type="submit" variant="primary" size="lg" className="justify-self-start">
          Unsubscribe
        </Button>
      </form>
      <p className="text-sm text-muted">All other mails stay as they are. {PROFILE}</p>
    </AccountStep>
  )
}

/** /unsubscribed */
export function Unsubscribed() {
  return (
    <AccountStep
      title="You are unsubscribed"
      lead="We send you no more mails of this kind. Mails about your log-in, payments and files still reach you."
    >
      <p className="text-sm text-muted">{PROFILE}</p>
      <Link to="/" className={buttonClass({ size: 'lg' })}>
        Return Home
      </Link>
    </AccountStep>
  )
}

const PROFILE = (
  <>
    Change your mind at any time under “Mails” in{' '}
    <Link to="/profile" className={TEXT_LINK}>
      your profile
    </Link>
    .
  </>
)
