import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from '#platform/web/toasts.tsx'
import { RenameDialog } from '#ui/rename-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Security } from '../../model/contract.ts'
import { deviceName } from '../../model/device-name.ts'
import type { Passkey } from '../../model/passkeys.ts'
import { post, sendAuth } from '../auth-requests.ts'
import { createCredential } from '../passkeys/ceremonies.ts'
import { accountsApi, useWithSession } from '../session.ts'
import { type Problem, type ReadField, useForm } from '../use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { IdentityProof, useIdentityProof } from './identity-proof.tsx'
import { refreshProfile } from './security.ts'

/** Which dialog about passkeys is open. */
export type OpenPasskeyDialog =
  | { readonly name: 'add' }
  | { readonly name: 'rename' | 'remove'; readonly passkey: Passkey }

type Props = { security: Security; onClose: () => void }

/** Maximum length of a name. Importing it from the model would add the model's schemas to the page. */
const NAME_LENGTH = 60

/** The dialogs about passkeys, loaded on demand in one file. */
export function PasskeyDialogs({ open, ...props }: Props & { open: OpenPasskeyDialog }) {
  if (open.name === 'add') return <AddDialog {...props} />
  if (open.name === 'rename') return <RenamePasskeyDialog {...props} passkey={open.passkey} />
  return <RemoveDialog {...props} passkey={open.passkey} />
}

function AddDialog({ security, onClose }: Props) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const proof = useIdentityProof(security)
  const createSignal = useAbort()
  const form = useForm<'name' | 'password'>({
    fields: ['name', 'password'],
    check: (entered) =>
      entered('name').trim() === '' ? { field: 'name', message: 'Enter a name.' } : missingPassword(security, entered),
    async send(entered) {
      const name = entered('name').trim()
      await withSession(() => addPasskey(name, passwordIn(entered), createSignal()))
      await refreshProfile(client)
      onClose()
      toast.success(`“${name}” is a passkey of your account.`)
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add a passkey"
      description="Your browser asks next where to keep it: on this device, on your phone, in a password manager or on a security key."
      form={form}
      action="Continue"
      ready={proof.proved}
    >
      <TextField
        name="name"
        label="Name"
        hint="So that you recognise it in the list."
        defaultValue={deviceName(navigator.userAgent)}
        maxLength={NAME_LENGTH}
        required
        error={form.errorAt('name')}
      />
      <IdentityProof security={security} {...proof} error={form.errorAt('password')} />
    </FormDialog>
  )
}

/** A signal for the open ceremony, which ends with the dialog. */
function useAbort(): () => AbortSignal {
  const open = useRef<AbortController>(undefined)
  useEffect(() => () => open.current?.abort(), [])
  return () => {
    open.current = new AbortController()
    return open.current.signal
  }
}

async function addPasskey(name: string, proof: { password?: string }, signal: AbortSignal): Promise<void> {
  const options: PublicKeyCredentialCreationOptionsJSON = await (await post('/passkey/add-options', proof)).json()
  await sendAuth('/passkey/add', { name, response: await createCredential(options, signal) })
}

function RenamePasskeyDialog({ passkey: { id, name }, onClose }: Props & { passkey: Passkey }) {
  const client = useQueryClient()
  const withSession = useWithSession()
  return (
    <RenameDialog
      open
      onClose={onClose}
      heading="Rename passkey"
      label="Name"
      title={name}
      longest={NAME_LENGTH}
      save={async (next) => {
        await withSession(() => accountsApi.renamePasskey({ id, name: next }))
        await refreshProfile(client)
      }}
    />
  )
}

function RemoveDialog({ security, passkey: { id, name }, onClose }: Props & { passkey: Passkey }) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const proof = useIdentityProof(security)
  const form = useForm<'password'>({
    fields: ['password'],
    check: (entered) => missingPassword(security, entered),
    async send(entered) {
      await withSession(() => sendAuth('/passkey/remove', { id, ...passwordIn(entered) }))
      await refreshProfile(client)
      onClose()
      toast.success(`“${name}” no longer logs you in.`)
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Remove “${name}”?`}
      description="It no longer logs you in, and other devices that logged in with it are logged out. Delete it on your device or in your password manager too."
      form={form}
      action="Remove"
      danger
      ready={proof.proved}
    >
      <IdentityProof security={security} {...proof} error={form.errorAt('password')} />
    </FormDialog>
  )
}

type Entered = ReadField<'password'>

function missingPassword({ hasPassword }: Security, entered: Entered): Problem<'password'> | undefined {
  return hasPassword && entered('password') === '' ? { field: 'password', message: 'Enter your password.' } : undefined
}

function passwordIn(entered: Entered): { password?: string } {
  const password = entered('password')
  return password === '' ? {} : { password }
}
