import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '#platform/shared/errors.ts'
import { useSite } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { passkeyProblem } from '../model/passkey-site.ts'
import { sendAuth } from './auth-requests.ts'
import { PasskeyButton } from './passkeys/passkey-button.tsx'
import { announceSessionChange } from './session-channel.ts'
import { refreshAccount } from './session.ts'
import { useForm } from './use-form.ts'

type CodeStepProps = {
  /** Whether a passkey can take the place of the code; default: no, as where the page offers it anyway. */
  readonly offersPasskey?: boolean
  readonly onSignedIn: () => void
  readonly onCancel: () => void
}

/** The second step of a log-in: a code of the app, a recovery code, or a passkey instead. Loaded on demand. */
export function CodeStep({ offersPasskey = false, onSignedIn, onCancel }: CodeStepProps) {
  const client = useQueryClient()
  const [isRecovery, setRecovery] = useState(false)
  const [isTrusted, setTrusted] = useState(false)
  const site = useSite()
  const hasPasskeys = offersPasskey && (site === undefined || passkeyProblem(site.origin) === null)

  function finish() {
    announceSessionChange()
    onSignedIn()
  }

  const { busy, submit, errorAt, clear } = useForm<'code'>({
    fields: ['code'],
    check: (entered) => (entered('code').trim() === '' ? { field: 'code', message: 'Enter the code.' } : undefined),
    async send(entered) {
      const form = { code: entered('code'), trustDevice: isTrusted }
      await (isRecovery ? sendAuth('/two-factor/recover', form) : sendAuth('/two-factor/verify', form))
      await refreshAccount(client)
      finish()
    },
    refused: ({ message, details }: AppError) => ({ field: details['field'] === 'code' ? 'code' : 'form', message }),
  })
  const formError = errorAt('form')
  const form = useRef<HTMLFormElement>(null)
  // It takes the place of the form that had the focus.
  useEffect(() => form.current?.querySelector<HTMLElement>('[name=code]')?.focus(), [isRecovery])
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Second factor"
      onSubmit={(event) => void submit(event)}
      onInput={clear}
      className="mt-8 grid gap-5"
    >
      {formError !== undefined && <Notice tone="error">{formError}</Notice>}
      <CodeField key={String(isRecovery)} isRecovery={isRecovery} error={errorAt('code')} />
      <Checkbox
        checked={isTrusted}
        onChange={({ currentTarget }) => setTrusted(currentTarget.checked)}
        label="Do not ask on this device for 30 days"
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Log in
      </Button>
      {hasPasskeys && <PasskeyButton onLoggedIn={finish} />}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use a code of the app' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Start again
        </Button>
      </div>
    </form>
  )
}

function CodeField({ isRecovery, error }: { isRecovery: boolean; error: string | undefined }) {
  return isRecovery ? (
    <TextField
      name="code"
      label="Recovery code"
      hint="One of the codes you saved, for example abcde-fghjk. It works once."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      error={error}
    />
  ) : (
    <TextField
      name="code"
      label="Code of your app"
      hint="Six digits, from your authenticator app."
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={7}
      error={error}
    />
  )
}
