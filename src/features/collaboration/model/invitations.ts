import type { InvitationView } from './contract.ts'

const DAY_MS = 86_400_000

/** How long an invitation is valid, in days (product §8). */
export const INVITATION_DAYS = 7

/** The expiry of an invitation mailed at this time. */
export function invitationEnd(mailedAt: Date): Date {
  return new Date(mailedAt.getTime() + INVITATION_DAYS * DAY_MS)
}

/** How a mailed invitation stands. */
export type InvitationState = Exclude<InvitationView['state'], 'domain'>

/** The stored facts of an invitation. */
export type InvitationFacts = {
  readonly state: 'pending' | 'accepted' | 'revoked'
  readonly expiresAt: Date
}

/**
 * The state of an invitation.
 * @param o.seats the seats of the owner's plan; null for any number
 * @param o.collaborators the number of collaborators
 */
export function invitationState(
  { state, expiresAt }: InvitationFacts,
  o: { now: Date; seats: number | null; collaborators: number },
): InvitationState {
  if (state === 'accepted') return 'used'
  if (state === 'revoked') return 'revoked'
  if (expiresAt <= o.now) return 'expired'
  return hasRoom(o.seats, o.collaborators) ? 'open' : 'full'
}

/** Whether there is a free seat. */
export function hasRoom(seats: number | null, taken: number): boolean {
  return seats === null || taken < seats
}
