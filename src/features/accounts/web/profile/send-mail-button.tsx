import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { sendAuth } from '../auth-requests.ts'
import { useCountdown } from '../use-countdown.ts'

/** Seconds before the same mail can be asked for once more. */
const RESEND_AFTER_SECONDS = 30

/** Has a mail sent to the account's own address, and says so. */
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
      toast.error(asAppError(error).message, { title: 'No mail was sent' })
    }
    setBusy(false)
  }

  return (
    <Button className="justify-self-start" busy={busy} disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? `Sent. Again in ${left} s` : label}
    </Button>
  )
}
