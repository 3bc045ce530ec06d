import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Account } from '../model/contract.ts'
import { accounts, showAccount, useAccount } from './session.ts'

type Value = Account['preferences'][string]

/** One preference of the account, the same on every device. */
export type Preference = {
  /** Undefined while the account loads, null if it is not set. */
  readonly value: Value | undefined
  /** The same function on every render. Sets it, visibly at once; after a failure it is as it was. */
  set(value: Value): void
}

/** Reads and sets one of the account's preferences (spec §3). */
export function usePreference(key: string): Preference {
  const client = useQueryClient()
  const { data } = useAccount()
  const update = useMutation(
    accounts.updatePreferences.mutationOptions({ onSuccess: (account) => showAccount(client, account) }),
  )
  const sent = update.isPending ? update.variables[key] : undefined
  const { mutate } = update
  const set = useCallback((value: Value) => mutate({ [key]: value }), [mutate, key])
  return { value: data ? (sent ?? data.preferences[key] ?? null) : undefined, set }
}
