import { oc } from '@orpc/contract'
import { z } from 'zod'
import { DisplayName } from './requests.ts'

/** The plans, lowest first (spec §1). */
export const PlanName = z.enum(['free', 'basic', 'pro', 'premium', 'enterprise'])
export type PlanName = z.output<typeof PlanName>

/** The signed-in user's record (spec §3); its credits are the ledger's to tell. */
export const Account = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  /** Whether the person followed a link sent to this address, or a provider vouched for it. */
  emailVerified: z.boolean(),
  /** Path of the picture on this site, to be used as it is; null when there is none. */
  photo: z.string().nullable(),
  plan: PlanName,
  preferences: z.record(z.string(), z.json()),
  downloadCount: z.int().min(0),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Account = z.output<typeof Account>

/** An identity provider that people may sign in with. */
export const Provider = z.object({
  /** Part of the popup's address: `/api/auth/provider/<id>/start`. */
  id: z.string(),
  /** What the button calls it: `Google`. */
  name: z.string(),
})
export type Provider = z.output<typeof Provider>

/** One device that is logged in. */
export const Session = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Exact to five minutes. */
  lastSeenAt: z.iso.datetime(),
})
export type Session = z.output<typeof Session>

/** How the account is kept safe. */
export const Security = z.object({
  hasPassword: z.boolean(),
  emailVerified: z.boolean(),
  /** Ids of the providers this account can be signed in with. */
  providers: z.array(z.string()),
  /** The address that waits for its confirmation link to be followed. */
  pendingEmail: z.string().nullable(),
})
export type Security = z.output<typeof Security>

const Done = z.object({ done: z.literal(true) })

/** `/api/rpc/accounts/*`. What sets or proves a password, or moves a cookie, stands under `/api/auth`. */
export const accountsContract = {
  /** The caller's account; null for a visitor. */
  me: oc.output(Account.nullable()),
  /** Merges the given keys into the preferences (spec §3); null removes a key. */
  updatePreferences: oc.input(z.record(z.string().max(60), z.json())).output(Account),
  /** The providers this site offers; none where the operator set none. */
  providers: oc.output(z.array(Provider)),
  /** Changes the name (spec §7); other fields of the record are not the person's to change, and are ignored. */
  updateProfile: oc.input(z.object({ displayName: DisplayName })).output(Account),
  /** Where the person is logged in, the current session first, then the one seen last. */
  sessions: oc.output(z.array(Session)),
  /** Ends one of the caller's sessions, also the current one. */
  revokeSession: oc.input(z.object({ id: z.uuid() })).output(Done),
  /** Ends every session but the one that asks. */
  revokeOtherSessions: oc.output(Done),
  security: oc.output(Security),
}
