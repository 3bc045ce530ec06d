import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '../model/contract.ts'
import { accounts, showAccount, useAccount } from './session.ts'

type Value = Account['preferences'][string]

/** One preference of the account, the same on every device. */
export type Preference = {
  /** Undefined while the account loads, null if it is not set. */
  readonly value: Value | undefined
  /** Sets it; a failure leaves it as it was. */
  set(value: Value): void
}

/** Reads and sets one of the account's preferences (spec §3). */
export function usePreference(key: string): Preference {
  const client = useQueryClient()
  const { data } = useAccount()
  const update = useMutation(
    accounts.updatePreferences.mutationOptions({ onSuccess: (account) => showAccount(client, account) }),
  )
  return { value: data ? (data.preferences[key] ?? null) : undefined, set: (value) => update.mutate({ [key]: value }) }
}
