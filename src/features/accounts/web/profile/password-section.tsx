import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Account, Security } from '../../model/contract.ts'
import { passwordProblem } from '../../model/password.ts'
import { sendAuth } from '../auth-requests.ts'
import { NewPasswordField } from '../new-password-field.tsx'
import { useWithSession } from '../session.ts'
import { type Problem, type ReadField, useForm } from '../use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { refreshProfile, useOwnProviders } from './security.ts'
import { SendMailButton } from './send-mail-button.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The password: changed here, or set by mail for an account with only a provider. */
export function PasswordSection({ account, security }: { account: Account; security: Security }) {
  const [changing, setChanging] = useState(false)
  const providers = useOwnProviders(security)
  const names = providers.map(({ name }) => name).join(' and ')
  return (
    <SettingsSection title="Password" about={names === '' ? undefined : `You can also log in with ${names}.`}>
      {security.hasPassword ? (
        <>
          <Button
            icon={<KeyRound aria-hidden="true" />}
            className="justify-self-start"
            onClick={() => setChanging(true)}
          >
            Change password
          </Button>
          <ChangePasswordDialog account={account} open={changing} onClose={() => setChanging(false)} />
        </>
      ) : (
        <>
          <p className="text-sm text-muted">
            This account has no password. Set one to log in with your e-mail address too. We send you a link.
          </p>
          <SendMailButton path="/request-password-reset" email={account.email} label="Send me the link" />
        </>
      )}
    </SettingsSection>
  )
}

type Field = 'currentPassword' | 'newPassword'

function ChangePasswordDialog({ account, open, onClose }: { account: Account; open: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const form = useForm<Field>({
    fields: ['currentPassword', 'newPassword'],
    check: (entered) => check(entered, account.email),
    async send(entered) {
      const passwords = { currentPassword: entered('currentPassword'), newPassword: entered('newPassword') }
      await withSession(() => sendAuth('/change-password', passwords))
      await refreshProfile(client)
      onClose()
      toast.success('Your password is changed. All other devices are logged out.')
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Change password"
      description="This logs out all other devices."
      form={form}
      action="Change password"
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
      <TextField
        name="currentPassword"
        type="password"
        label="Current password"
        autoComplete="current-password"
        maxLength={1_000}
        required
        data-focus-first=""
        error={form.errorAt('currentPassword')}
      />
      <NewPasswordField name="newPassword" label="New password" required error={form.errorAt('newPassword')} />
    </FormDialog>
  )
}

function check(entered: ReadField<Field>, email: string): Problem<Field> | undefined {
  const [current, next] = [entered('currentPassword'), entered('newPassword')]
  if (current === '') return { field: 'currentPassword', message: 'Enter your current password.' }
  const weak = passwordProblem(next, email)
  if (weak !== null) return { field: 'newPassword', message: weak }
  return next === current ? { field: 'newPassword', message: 'This is already your password.' } : undefined
}
