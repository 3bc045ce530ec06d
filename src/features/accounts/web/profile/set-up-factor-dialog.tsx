import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { toast } from '#platform/web/toasts.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Security } from '../../model/contract.ts'
import type { SecondFactorSetUp } from '../../model/requests.ts'
import { secretIn } from '../../model/second-factor.ts'
import { sendAuth } from '../auth-requests.ts'
import { refreshAccount, useWithSession } from '../session.ts'
import { useForm } from '../use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { IdentityProof, useIdentityProof } from './identity-proof.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { setUpSecondFactor } from './second-factor-requests.ts'
import { refreshProfile } from './security.ts'

type Step = { readonly name: 'prove' } | { readonly name: 'scan' | 'keep'; readonly setUp: SecondFactorSetUp }

/** Sets the second factor up: who you are, the app, its first code, the recovery codes. */
export function SetUpFactorDialog({ security, onClose }: { security: Security; onClose: () => void }) {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'prove' })
  if (step.name === 'prove')
    return <ProveDialog security={security} onClose={onClose} onProved={(setUp) => setStep({ name: 'scan', setUp })} />
  const { setUp } = step
  if (step.name === 'scan')
    return <ScanDialog setUp={setUp} onClose={onClose} onConfirmed={() => setStep({ name: 'keep', setUp })} />
  return (
    <RecoveryCodesDialog
      codes={setUp.codes}
      onClose={() => {
        onClose()
        void refreshProfile(client)
        void client.invalidateQueries()
      }}
    />
  )
}

function ProveDialog(o: { security: Security; onClose: () => void; onProved: (setUp: SecondFactorSetUp) => void }) {
  const withSession = useWithSession()
  const { proved, onProved } = useIdentityProof(o.security)
  const form = useForm<'password'>({
    fields: ['password'],
    check: (entered) =>
      o.security.hasPassword && entered('password') === ''
        ? { field: 'password', message: 'Enter your password.' }
        : undefined,
    async send(entered) {
      const password = entered('password')
      o.onProved(await withSession(() => setUpSecondFactor(password === '' ? {} : { password })))
    },
  })
  return (
    <FormDialog
      open
      onClose={o.onClose}
      title="Set up a second factor"
      description="You need an authenticator app on your phone, for example the one of your password manager."
      form={form}
      action="Continue"
      ready={proved}
    >
      <IdentityProof security={o.security} proved={proved} onProved={onProved} error={form.errorAt('password')} />
    </FormDialog>
  )
}

function ScanDialog(o: { setUp: SecondFactorSetUp; onClose: () => void; onConfirmed: () => void }) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const form = useForm<'code'>({
    fields: ['code'],
    check: (entered) => (entered('code').trim() === '' ? { field: 'code', message: 'Enter the code.' } : undefined),
    async send(entered) {
      await withSession(() => sendAuth('/two-factor/confirm', { code: entered('code') }))
      await refreshAccount(client)
      toast.success('The second factor is on. All other devices are logged out.')
      o.onConfirmed()
    },
  })
  return (
    <FormDialog
      open
      onClose={o.onClose}
      title="Scan with your app"
      description="Scan the picture with your authenticator app, or type the key into it. Then enter the code it shows."
      form={form}
      action="Turn on"
    >
      <div className="flex flex-wrap items-center gap-4">
        {/* Dark on white in both themes, as cameras require. */}
        <img src={qrAddress(o.setUp.uri)} alt="QR code for your authenticator app" className="size-44 rounded-lg" />
        <p className="min-w-0 text-sm">
          <span className="block text-muted">Key</span>
          <code className="break-all select-all">{secretIn(o.setUp.uri)}</code>
        </p>
      </div>
      <TextField
        name="code"
        label="Code of your app"
        hint="Six digits."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        required
        data-focus-first=""
        error={form.errorAt('code')}
      />
    </FormDialog>
  )
}

function qrAddress(uri: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 8 }))}`
}
