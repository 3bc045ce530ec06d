import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#platform/web/toasts.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Security } from '../../model/contract.ts'
import { sendAuth } from '../auth-requests.ts'
import { refreshAccount, useWithSession } from '../session.ts'
import { useForm } from '../use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { IdentityProof, useIdentityProof } from './identity-proof.tsx'
import { refreshProfile } from './security.ts'

/** Turns the second factor off, with the password and a code. */
export function TurnOffFactorDialog({ security, onClose }: { security: Security; onClose: () => void }) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const { proved, onProved } = useIdentityProof(security)
  const form = useForm<'password' | 'code'>({
    fields: ['password', 'code'],
    check: (entered) => {
      if (security.hasPassword && entered('password') === '')
        return { field: 'password', message: 'Enter your password.' }
      return entered('code').trim() === '' ? { field: 'code', message: 'Enter the code.' } : undefined
    },
    async send(entered) {
      const password = entered('password')
      const proof = { code: entered('code'), ...(password !== '' && { password }) }
      await withSession(() => sendAuth('/two-factor/turn-off', proof))
      await refreshAccount(client)
      await refreshProfile(client)
      onClose()
      toast.success('The second factor is off.')
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Turn the second factor off"
      description="Your password alone will log you in. Your recovery codes stop working."
      form={form}
      action="Turn off"
      danger
      ready={proved}
    >
      <IdentityProof security={security} proved={proved} onProved={onProved} error={form.errorAt('password')} />
      <TextField
        name="code"
        label="Code of your app"
        hint="Or one of your recovery codes."
        autoComplete="one-time-code"
        maxLength={40}
        required
        error={form.errorAt('code')}
      />
    </FormDialog>
  )
}
