import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AccountStep, TEXT_LINK } from './account-step.tsx'
import { sendAuth } from './auth-requests.ts'
import { emailProblem } from './email-problem.ts'
import { enteredAddress, rememberAddress } from './entered-address.ts'
import { useCountdown } from './use-countdown.ts'
import { useForm } from './use-form.ts'

/** Seconds before the mail can be requested again; most arrive sooner. */
const RESEND_AFTER_SECONDS = 30

/** /forgot-password: requests a reset link; the response never reveals whether the address has an account. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <AccountStep
      title="Forgot your password?"
      lead="Enter the e-mail address of your account. We send you a link to set a new password."
    >
      <ResetLinkForm sentTo={sentTo} onSent={setSentTo} />
      <p className="text-sm text-muted">
        Remembered it?{' '}
        <Link to="/login" className={TEXT_LINK}>
          Log in
        </Link>
      </p>
    </AccountStep>
  )
}

function ResetLinkForm({ sentTo, onSent }: { sentTo: string | undefined; onSent: (email: string) => void }) {
  const answer = useRef<HTMLDivElement>(null)
  const [address, setAddress] = useState(enteredAddress)
  const { left, start } = useCountdown()
  // Only the address that was just mailed has to wait.
  const waitSeconds = address.trim() === sentTo ? left : 0
  const { busy, submit, errorAt, clear } = useForm<'email'>({
    fields: ['email'],
    check(entered) {
      const message = emailProblem(entered('email').trim())
      return message === undefined ? undefined : { field: 'email', message }
    },
    async send(entered) {
      const email = entered('email').trim()
      await sendAuth('/request-password-reset', { email })
      start(RESEND_AFTER_SECONDS)
      onSent(email)
      answer.current?.scrollIntoView({ block: 'nearest' })
    },
  })
  const formError = errorAt('form')
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} onInput={clear} className="grid gap-5">
      {formError !== undefined && <Notice tone="error">{formError}</Notice>}
      <SentNotice box={answer} sentTo={sentTo} />
      <TextField
        name="email"
        type="email"
        label="E-mail"
        autoComplete="email"
        inputMode="email"
        required
        value={address}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value)
          rememberAddress(currentTarget.value)
        }}
        error={errorAt('email')}
      />
      <Button
        type="submit"
        variant={sentTo === undefined ? 'primary' : 'secondary'}
        size="lg"
        busy={busy}
        disabled={waitSeconds > 0}
      >
        {buttonText(sentTo !== undefined, waitSeconds)}
      </Button>
    </form>
  )
}

function SentNotice({ box, sentTo }: { box: RefObject<HTMLDivElement | null>; sentTo: string | undefined }) {
  return (
    <div ref={box} aria-live="polite" className="empty:hidden">
      {sentTo !== undefined && (
        <Notice tone="success" title="If this address has an account, we sent a mail">
          Check the inbox of {sentTo}. Nothing there? Check the spam folder, or try another address.
        </Notice>
      )}
    </div>
  )
}

function buttonText(sent: boolean, waitSeconds: number): string {
  if (waitSeconds > 0) return `Send again in ${waitSeconds} s`
  return sent ? 'Send again' : 'Send the link'
}
