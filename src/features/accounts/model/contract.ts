import { oc } from '@orpc/contract'
import { z } from 'zod'
import { MAIL_KINDS } from './mail-kinds.ts'
import { Passkey, PasskeyName } from './passkeys.ts'
import { DisplayName } from './requests.ts'

/** The plans, lowest first (spec §1). */
export const PlanName = z.enum(['free', 'basic', 'pro', 'premium', 'enterprise'])
export type PlanName = z.output<typeof PlanName>

/** The signed-in user's record (spec §3). The ledger holds the credits. */
export const Account = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  /** Whether the user opened a link sent to this address, or a provider vouched for it. */
  emailVerified: z.boolean(),
  /** Path of the photo on this site; null if there is none. */
  photo: z.string().nullable(),
  plan: PlanName,
  preferences: z.record(z.string(), z.json()),
  downloadCount: z.int().min(0),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Account = z.output<typeof Account>

/** An identity provider that users can sign in with. */
export const Provider = z.object({
  /** Part of the popup's address: `/api/auth/provider/<id>/start`. */
  id: z.string(),
  /** Label on the button: `Google`. */
  name: z.string(),
})
export type Provider = z.output<typeof Provider>

/** A device that is logged in. */
export const Session = z.object({
  id: z.string(),
  /** Whether this is the caller's session. */
  current: z.boolean(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Accurate to five minutes. */
  lastSeenAt: z.iso.datetime(),
})
export type Session = z.output<typeof Session>

/** The account's password, providers, unconfirmed address and factors. */
export const Security = z.object({
  hasPassword: z.boolean(),
  emailVerified: z.boolean(),
  /** Ids of the providers this account can be signed in with. */
  providers: z.array(z.string()),
  /** The provider of the account's domain, if it can be signed in with; its id is among the others. */
  domainProvider: Provider.nullable(),
  /** The new address that is not confirmed yet. */
  pendingEmail: z.string().nullable(),
  /** Whether a log-in with the password asks for a code. */
  hasSecondFactor: z.boolean(),
  /** Unused recovery codes; 0 without a second factor. */
  recoveryCodesLeft: z.int().min(0),
  /** The oldest first. */
  passkeys: z.array(Passkey),
  /** Why mails to the address are stopped, as a sentence; null if they are not. */
  stoppedMails: z
    .object({ kind: z.enum(['bounce', 'complaint']), reason: z.string(), since: z.iso.datetime() })
    .nullable(),
})
export type Security = z.output<typeof Security>

/** A kind of mails that the user may do without. */
export const MailSwitch = z.object({ kind: z.enum(MAIL_KINDS), isOn: z.boolean() })
export type MailSwitch = z.output<typeof MailSwitch>

const Done = z.object({ done: z.literal(true) })

/** `/api/rpc/accounts/*`. Calls that set or check a password, or set a cookie, are under `/api/auth`. */
export const accountsContract = {
  /** The caller's account; null for a visitor. */
  me: oc.output(Account.nullable()),
  /** Merges the given keys into the preferences (spec §3); null removes a key. */
  updatePreferences: oc.input(z.record(z.string().max(60), z.json())).output(Account),
  /** The providers this site offers; empty if none is configured. */
  providers: oc.output(z.array(Provider)),
  /** Changes the name (spec §7). Users cannot change other fields of the record; they are ignored. */
  updateProfile: oc.input(z.object({ displayName: DisplayName })).output(Account),
  /** The caller's sessions: the current one first, then by last use. */
  sessions: oc.output(z.array(Session)),
  /** Ends one of the caller's sessions, including the current one. */
  revokeSession: oc.input(z.object({ id: z.uuid() })).output(Done),
  /** Ends every session except the caller's. */
  revokeOtherSessions: oc.output(Done),
  security: oc.output(Security),
  /**
   * Lets mails go to the caller's address again, and sends one. Refused: `too_many_requests` after three a day;
   * `forbidden` after a complaint about an address that is not confirmed, whose owner may be somebody else.
   */
  resumeMails: oc.output(Done),
  /** The kinds of mails that the caller may do without, and which they get. */
  mails: oc.output(z.array(MailSwitch)),
  /** Turns a kind of mails on or off. */
  switchMails: oc.input(MailSwitch).output(z.array(MailSwitch)),
  /** Renames one of the caller's passkeys. */
  renamePasskey: oc.input(z.object({ id: z.uuid(), name: PasskeyName })).output(Done),
}
