import { oc } from '@orpc/contract'
import { z } from 'zod'

/** The plans, lowest first (spec §1). */
export const PlanName = z.enum(['free', 'basic', 'pro', 'premium', 'enterprise'])
export type PlanName = z.output<typeof PlanName>

/** The signed-in user's record (spec §3); its credits are the ledger's to tell. */
export const Account = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  plan: PlanName,
  preferences: z.record(z.string(), z.json()),
  downloadCount: z.int().min(0),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Account = z.output<typeof Account>

/** `/api/rpc/accounts/*`. Sign-up, log-in and log-out are Better Auth's, under `/api/auth`. */
export const accountsContract = {
  /** The caller's account; null for a visitor. */
  me: oc.output(Account.nullable()),
  /** Merges the given keys into the preferences (spec §3); null removes a key. */
  updatePreferences: oc.input(z.record(z.string().max(60), z.json())).output(Account),
}
