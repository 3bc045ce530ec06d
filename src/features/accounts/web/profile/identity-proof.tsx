import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Security } from '../../model/contract.ts'
import { ProviderButtons } from '../provider-buttons.tsx'
import { refreshProfile, useOwnProviders } from './security.ts'

/**
 * Reauthentication for users without a password, by a fresh log-in at their provider. `proved` is true at once for an
 * account with a password: its form asks for it.
 */
export function useIdentityProof({ hasPassword }: Security) {
  const [fresh, setFresh] = useState(false)
  return { proved: hasPassword || fresh, onProved: () => setFresh(true), forget: () => setFresh(false) }
}

/** The password field, or the provider buttons, for reauthentication. */
export function IdentityProof({
  security,
  proved,
  onProved,
  error,
}: {
  security: Security
  proved: boolean
  onProved: () => void
  /** The error of the password field. */
  error: string | undefined
}) {
  const client = useQueryClient()
  const providers = useOwnProviders(security)
  if (security.hasPassword) {
    return (
      <TextField
        name="password"
        type="password"
        label="Your password"
        autoComplete="current-password"
        maxLength={1_000}
        required
        error={error}
      />
    )
  }
  if (proved) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 text-success" />
        Thank you. This is valid for five minutes.
      </p>
    )
  }
  if (providers.length === 0) {
    return (
      <Notice tone="warning">Set a password first: it is the only way to confirm that this account is yours.</Notice>
    )
  }
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">Confirm that it is you</p>
      <ProviderButtons
        providers={providers}
        again
        onSignedIn={() => {
          onProved()
          void refreshProfile(client)
        }}
      />
    </div>
  )
}
