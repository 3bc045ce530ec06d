import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useMounted } from '#platform/web/use-mounted.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { AFTER_LOG_IN } from '../model/return-path.ts'
import { passwordProblem } from '../model/password.ts'
import { AccountStep } from './account-step.tsx'
import { sendAuth } from './auth-requests.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { refreshAccount } from './session.ts'
import { useForm } from './use-form.ts'

/** /reset-password: the page of the mailed link (spec §2). It reads the token from the address after mounting. */
export function ResetPasswordPage() {
  const { search } = useLocation()
  const mounted = useMounted()
  const [end, setEnd] = useState<'changed' | 'refused'>()
  const token = new URLSearchParams(search).get('token') ?? ''
  if (end === 'changed') return <Changed />
  // Nearly every visitor has a token: show the form before reading it.
  if (end === 'refused' || (mounted && token === '')) return <LinkRefused />
  return (
    <AccountStep title="Choose a new password" lead="This logs out all your devices.">
      <NewPasswordForm token={token} onEnd={setEnd} />
    </AccountStep>
  )
}

function NewPasswordForm({ token, onEnd }: { token: string; onEnd: (end: 'changed' | 'refused') => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { busy, submit, errorAt, clear } = useForm<'newPassword'>({
    fields: ['newPassword'],
    check(entered) {
      const message = passwordProblem(entered('newPassword'))
      return message === null ? undefined : { field: 'newPassword', message }
    },
    async send(entered) {
      await sendAuth('/reset-password', { token, newPassword: entered('newPassword') })
      const account = await refreshAccount(client)
      if (account === null) return onEnd('changed')
      toast.success('Your password is changed.')
      await navigate(AFTER_LOG_IN, { replace: true })
    },
    refused({ code, details }) {
      if (details['field'] === 'token' || code === 'not_found') onEnd('refused')
      return undefined
    },
  })
  const formError = errorAt('form')
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} onInput={clear} className="grid gap-5">
      {formError !== undefined && <Notice tone="error">{formError}</Notice>}
      <NewPasswordField name="newPassword" label="New password" required error={errorAt('newPassword')} />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Change password
      </Button>
    </form>
  )
}

function Changed() {
  return (
    <AccountStep title="Your password is changed" lead="Log in with the new password.">
      <Link to="/login" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Log in
      </Link>
    </AccountStep>
  )
}

function LinkRefused() {
  return (
    <AccountStep title="This link no longer works">
      <Notice tone="warning">A link works once, for one hour. Request a new one.</Notice>
      <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Send a new link
      </Link>
    </AccountStep>
  )
}
