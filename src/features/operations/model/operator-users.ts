import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PlanName, Session } from '#features/accounts/model/index.ts'
import { ActionReason } from './action-reason.ts'
import { Suppression } from './operator-mail.ts'

const Moment = z.iso.datetime()

/** A user counts as active for this long after they were last seen, in milliseconds. */
export const ACTIVE_MS = 30 * 86_400_000

/** The orders of the list: newest account, last seen, address from A, most bytes of videos. */
export const UserOrder = z.enum(['newest', 'seen', 'email', 'storage'])
export type UserOrder = z.output<typeof UserOrder>

/** Narrows the list of users; each part is optional. */
export const UserFilter = z.object({
  /** A part of the name or address; case and accents do not matter. */
  search: z.string().trim().max(100).optional(),
  plan: PlanName.optional(),
  state: z.enum(['active', 'inactive', 'suspended', 'unconfirmed']).optional(),
  /** Only users who are or were affiliates. */
  isAffiliate: z.literal(true).optional(),
  /** Only users whose videos take at least this many bytes. */
  minBytes: z.int().min(1).max(1e15).optional(),
})
export type UserFilter = z.output<typeof UserFilter>

/** A user in the list. */
export const ListedUser = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  plan: PlanName,
  createdAt: Moment,
  /** Accurate to an hour. */
  lastSeenAt: Moment,
  /** Null unless an operator has suspended the account. */
  suspendedAt: Moment.nullable(),
  isAffiliate: z.boolean(),
  /** Stored videos, and their bytes as uploaded. */
  videos: z.int().min(0),
  videoBytes: z.number().min(0),
})
export type ListedUser = z.output<typeof ListedUser>

/** A user with what an operator may know before a decision. */
export const OperatorUser = ListedUser.extend({
  downloadCount: z.int(),
  /** How long their jobs ran, in milliseconds. */
  workedMs: z.number().min(0),
  /** In credits; `available` is negative after a refund of spent credits. */
  available: z.int(),
  held: z.int(),
  /** Bytes of videos, exports, captions and fonts; null for a contract without a quota. */
  usedBytes: z.number().min(0),
  quotaBytes: z.number().min(0).nullable(),
  /** Whether the account belongs to an operator, who can be neither suspended nor erased. */
  isOperator: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Whether and why mails to the address are stopped. */
  suppression: Suppression.nullable(),
})
export type OperatorUser = z.output<typeof OperatorUser>

/** An export, without the title of its video: content is not the operator's business. */
export const UserExport = z.object({
  id: z.string(),
  state: z.string(),
  quality: z.string(),
  sizeBytes: z.number().nullable(),
  createdAt: Moment,
})
export type UserExport = z.output<typeof UserExport>

/** The people a user works with. */
export const UserTeam = z.object({
  collaborators: z.array(z.object({ userId: z.string(), email: z.string(), role: z.string(), joinedAt: Moment })),
  invitations: z.array(z.object({ id: z.string(), email: z.string(), role: z.string(), expired: z.boolean() })),
  worksFor: z.array(z.object({ ownerId: z.string(), ownerName: z.string(), role: z.string() })),
})
export type UserTeam = z.output<typeof UserTeam>

/** What an operator decides about an account. */
export const UserDecision = z.enum(['suspend', 'reinstate', 'end-sessions', 'verify', 'reset-second-factor'])
export type UserDecision = z.output<typeof UserDecision>

const byUser = z.object({ userId: z.uuid() })
const decided = byUser.extend({ reason: ActionReason })

/** `/api/rpc/operator/*`: users, one user, and decisions about one. */
export const userProcedures = {
  /** 25 users; `before` is the last id of the previous page. */
  users: oc
    .input(UserFilter.extend({ order: UserOrder.optional(), before: z.uuid().optional() }))
    .output(z.object({ users: z.array(ListedUser), next: z.string().nullable() })),
  /** Null without such an account. */
  user: oc.input(byUser).output(OperatorUser.nullable()),
  /** The open sessions, by last use. */
  userSessions: oc.input(byUser).output(z.array(Session)),
  /** Newest first, 25 a page; `before` is the last id of the previous page. */
  userExports: oc
    .input(byUser.extend({ before: z.uuid().optional() }))
    .output(z.object({ exports: z.array(UserExport), next: z.string().nullable() })),
  userTeam: oc.input(byUser).output(UserTeam),
  /**
   * Suspends or reinstates an account, ends its sessions, confirms its address or removes its second factor. Refused: `conflict` for an operator's
   * account, and for one that is in this state already.
   */
  decideUser: oc.input(decided.extend({ decision: UserDecision })).output(z.object({ done: z.literal(true) })),
  /** Adds a note to the log of actions about this user. */
  addNote: oc.input(byUser.extend({ note: ActionReason })).output(z.object({ done: z.literal(true) })),
  /** The file that the user's own data export contains. */
  exportUser: oc.input(decided).output(z.record(z.string(), z.unknown())),
  /** Erases the account for good. `confirm` is its address. */
  eraseUser: oc.input(decided.extend({ confirm: z.string().max(254) })).output(z.object({ done: z.literal(true) })),
}
