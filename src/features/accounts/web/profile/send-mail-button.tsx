import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { sendAuth } from '../auth-requests.ts'
import { useCountdown } from '../use-countdown.ts'

/** Seconds before the same mail can be requested again. */
const RESEND_AFTER_SECONDS = 30

/** Requests a mail to the account's own address, and confirms it. */
export function SendMailButton({
  path,
  email,
  label,
}: {
  path: '/send-verification-email' | '/request-password-reset'
  email: string
  label: string
}) {
  const [busy, setBusy] = useState(false)
  const { left, start } = useCountdown()

  async function send() {
    setBusy(true)
    try {
      await sendAuth(path, { email })
      toast.success(`A mail is on its way to ${email}.`)
      start(RESEND_AFTER_SECONDS)
    } catch (error) {
      toast.error(asAppError(error).message, { title: 'We couldn’t send the mail' })
    }
    setBusy(false)
  }

  return (
    <Button className="justify-self-start" busy={busy} disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? `Sent. Resend in ${left} s` : label}
    </Button>
  )
}
