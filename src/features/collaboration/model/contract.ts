import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Email } from '#features/accounts/model/index.ts'
import { Role } from './access.ts'

/** Somebody who works on the caller's videos. */
export const Collaborator = z.object({
  userId: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: Role,
  joinedAt: z.iso.datetime(),
  /** True when the plan has no seat for them any more: they see nothing until it has. */
  suspended: z.boolean(),
  /** Credits of the owner's that they spent within `SPENDING_DAYS`. */
  spentCredits: z.int().min(0),
})
export type Collaborator = z.output<typeof Collaborator>

/** An invitation nobody has accepted yet. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  expiresAt: z.iso.datetime(),
  /** True once it can not be accepted any more; it takes no seat then, and can be sent again. */
  expired: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

/** Who works on the caller's videos, and who is asked to. */
export const Team = z.object({
  /** How many people the plan has room for; null for as many as agreed on. */
  seats: z.int().min(0).nullable(),
  /** Collaborators and open invitations together. */
  taken: z.int().min(0),
  /** Whoever came first stands first. */
  collaborators: z.array(Collaborator),
  /** The newest first. */
  invitations: z.array(Invitation),
})
export type Team = z.output<typeof Team>

/** An owner whose videos the caller works on. */
export const Membership = z.object({
  ownerId: z.string(),
  ownerName: z.string(),
  role: Role,
  /** True while the owner's plan has no seat for the caller. */
  suspended: z.boolean(),
})
export type Membership = z.output<typeof Membership>

/** What whoever has the link of an invitation is told about it; each state is a screen of its own. */
export const InvitationView = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    ownerName: z.string(),
    ownerEmail: z.string(),
    role: Role,
    /** The address it was sent to: nobody else has the link. */
    email: z.string(),
    expiresAt: z.iso.datetime(),
    /** Whether somebody signed up with that address. */
    hasAccount: z.boolean(),
    /** Who asks: nobody signed in, the one who is invited, or somebody with another address. */
    you: z.enum(['visitor', 'invited', 'other']),
  }),
  /** `byYou`: the caller accepted it, and has access. */
  z.object({ state: z.literal('used'), ownerName: z.string(), byYou: z.boolean() }),
  z.object({ state: z.literal('expired'), ownerName: z.string() }),
  z.object({ state: z.literal('revoked'), ownerName: z.string() }),
  /** Somebody else took the last seat meanwhile, or the owner's plan has fewer of them. */
  z.object({ state: z.literal('full'), ownerName: z.string() }),
])
export type InvitationView = z.output<typeof InvitationView>

const link = z.object({
  /** What stands in the link after `/accept-invitation/`. */
  invitationId: z.string().min(1).max(200),
})
const pending = z.object({ id: z.uuid() })
const person = z.object({ userId: z.uuid() })
const Done = z.object({ done: z.literal(true) })

/** `/api/rpc/collaboration/*`. What an owner does answers with the team as it is afterwards. */
export const collaborationContract = {
  team: oc.output(Team),
  /**
   * Mails an invitation. One that has expired is renewed. Refused: `forbidden` when the plan has no collaborators or no
   * seat left, `conflict` for an address that is the caller's, a collaborator's or invited already.
   */
  invite: oc.input(z.object({ email: Email, role: Role })).output(Team),
  /** Mails it once more and lets it count for seven days from now. */
  resend: oc.input(pending).output(Team),
  /** Makes its link worthless. */
  revoke: oc.input(pending).output(Team),
  changeRole: oc.input(person.extend({ role: Role })).output(Team),
  /** Ends somebody's access at once. */
  remove: oc.input(person).output(Team),
  /** Whose videos the caller works on. */
  memberships: oc.output(z.array(Membership)),
  /** Gives up the access to somebody's videos. */
  leave: oc.input(z.object({ ownerId: z.uuid() })).output(Done),
  /** What an invitation is about. Refused: `not_found`. */
  invitation: oc.input(link).output(InvitationView),
  /**
   * Accepts it. Refused: `forbidden` for another address than the invited one, `conflict` when it can not be accepted
   * any more; `invitation` then says why.
   */
  accept: oc.input(link).output(Membership),
}
