import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Security } from '../../model/contract.ts'
import { useWithSession } from '../session.ts'
import { useForm } from '../use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { IdentityProof, useIdentityProof } from './identity-proof.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { makeRecoveryCodes } from './second-factor-requests.ts'
import { refreshProfile } from './security.ts'

/** Replaces the recovery codes, and shows the new ones. */
export function NewCodesDialog({ security, onClose }: { security: Security; onClose: () => void }) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const [codes, setCodes] = useState<readonly string[]>()
  const { proved, onProved } = useIdentityProof(security)
  const form = useForm<'password'>({
    fields: ['password'],
    check: (entered) =>
      security.hasPassword && entered('password') === ''
        ? { field: 'password', message: 'Enter your password.' }
        : undefined,
    async send(entered) {
      const password = entered('password')
      setCodes(await withSession(() => makeRecoveryCodes(password === '' ? {} : { password })))
    },
  })
  if (codes !== undefined)
    return (
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          onClose()
          void refreshProfile(client)
        }}
      />
    )
  return (
    <FormDialog
      open
      onClose={onClose}
      title="New recovery codes"
      description="The codes you have stop working."
      form={form}
      action="Make new codes"
      ready={proved}
    >
      <IdentityProof security={security} proved={proved} onProved={onProved} error={form.errorAt('password')} />
    </FormDialog>
  )
}
