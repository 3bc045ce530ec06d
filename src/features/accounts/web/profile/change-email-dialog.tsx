import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#platform/web/toasts.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Account, Security } from '../../model/contract.ts'
import { sendAuth } from '../auth-requests.ts'
import { emailProblem } from '../email-problem.ts'
import { useWithSession } from '../session.ts'
import { type Problem, type ReadField, useForm } from '../use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { IdentityProof, useIdentityProof } from './identity-proof.tsx'
import { refreshProfile } from './security.ts'

type Field = 'newEmail' | 'password'

/** Requests a new address, which takes effect once its link is opened. */
export function ChangeEmailDialog({
  account,
  security,
  open,
  onClose,
}: {
  account: Account
  security: Security
  open: boolean
  onClose: () => void
}) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const proof = useIdentityProof(security)
  const form = useForm<Field>({
    fields: ['newEmail', 'password'],
    check: (entered) => check(entered, account, security),
    async send(entered) {
      const newEmail = entered('newEmail').trim()
      const password = security.hasPassword ? { password: entered('password') } : {}
      await withSession(() => sendAuth('/change-email', { newEmail, ...password }))
      await refreshProfile(client)
      onClose()
      toast.success(`Open the link we mailed to ${newEmail}.`, { title: 'Almost done' })
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Change e-mail"
      description="We send a link to the new address. The change takes effect when you open it, and we notify the old address."
      form={form}
      action="Send the link"
      ready={proof.proved}
    >
      <TextField
        name="newEmail"
        type="email"
        label="New e-mail"
        autoComplete="email"
        inputMode="email"
        required
        data-focus-first=""
        error={form.errorAt('newEmail')}
      />
      <IdentityProof security={security} {...proof} error={form.errorAt('password')} />
    </FormDialog>
  )
}

function check(entered: ReadField<Field>, account: Account, { hasPassword }: Security): Problem<Field> | undefined {
  const newEmail = entered('newEmail').trim()
  const wrong = emailProblem(newEmail)
  if (wrong !== undefined) return { field: 'newEmail', message: wrong }
  if (newEmail.toLowerCase() === account.email) return { field: 'newEmail', message: 'This is already your address.' }
  if (hasPassword && entered('password') === '') return { field: 'password', message: 'Enter your password.' }
  return undefined
}
