import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { siteName } from '#platform/shared/product.ts'
import { navigationSettled } from '#platform/web/navigation-state.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Account, Security } from '../../model/contract.ts'
import { sendAuth } from '../auth-requests.ts'
import { forgetAccount, useWithSession } from '../session.ts'
import { type Problem, type ReadField, useForm } from '../use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { IdentityProof, useIdentityProof } from './identity-proof.tsx'
import { SettingsSection } from './settings-section.tsx'

type DeleteProps = { account: Account; security: Security; onDeleted: (() => void) | undefined }

/** Deletes the account, and says what is lost. */
export function DeleteSection(props: DeleteProps) {
  const [open, setOpen] = useState(false)
  const sells = useIsSelling()
  return (
    <SettingsSection title="Delete account" about="This cannot be undone.">
      <p className="text-sm text-muted">
        This deletes your videos, captions and exports
        {sells && ', your unused credits and your plan'}. Consider downloading your data first.
      </p>
      <Button icon={<Trash2 aria-hidden="true" />} className="justify-self-start" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <DeleteDialog {...props} open={open} onClose={() => setOpen(false)} />
    </SettingsSection>
  )
}

function DeleteDialog({
  account,
  security,
  onDeleted,
  open,
  onClose,
}: DeleteProps & { open: boolean; onClose: () => void }) {
  const sells = useIsSelling()
  const proof = useIdentityProof(security)
  const form = useDeleteForm({ account, security, onDeleted })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      description="You permanently lose:"
      form={form}
      action="Delete my account"
      danger
      ready={proof.proved}
    >
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {(sells ? [...LOST, LOST_CREDITS] : LOST).map((lost) => (
          <li key={lost}>{lost}</li>
        ))}
      </ul>
      <IdentityProof security={security} {...proof} error={form.errorAt('password')} />
      <TextField
        name="confirm"
        type="email"
        label={`Type ${account.email} to confirm`}
        autoComplete="off"
        inputMode="email"
        spellCheck={false}
        required
        error={form.errorAt('confirm')}
      />
    </FormDialog>
  )
}

const LOST = [
  'every video you uploaded',
  'every caption, with all its versions',
  'every stored export',
  'your collaborators, and your access to other people’s videos',
]

const LOST_CREDITS = 'all remaining credits, including bought ones'

type Field = 'password' | 'confirm'

function useDeleteForm({ account, security, onDeleted }: DeleteProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const withSession = useWithSession()
  return useForm<Field>({
    fields: ['password', 'confirm'],
    check: (entered) => check(entered, account, security),
    async send(entered) {
      const confirm = entered('confirm').trim()
      const password = security.hasPassword ? { password: entered('password') } : {}
      await withSession(() => sendAuth('/delete-account', { confirm, ...password }))
      onDeleted?.()
      // Synchronous: a guarded page that is still mounted would redirect the visitor to the log-in.
      void navigate('/', { flushSync: true })
      await navigationSettled()
      forgetAccount(client)
      toast.success(`Your account is deleted. Thank you for using ${siteName()}.`)
    },
  })
}

function check(entered: ReadField<Field>, { email }: Account, { hasPassword }: Security): Problem<Field> | undefined {
  if (hasPassword && entered('password') === '') return { field: 'password', message: 'Enter your password.' }
  if (entered('confirm').trim().toLowerCase() === email.toLowerCase()) return undefined
  return { field: 'confirm', message: `Type your address exactly as shown: ${email}` }
}
