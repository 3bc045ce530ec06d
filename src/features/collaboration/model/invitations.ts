import type { InvitationView } from './contract.ts'

const DAY_MS = 86_400_000

/** How long an invitation can be accepted, in days (product §8). */
export const INVITATION_DAYS = 7
/** Over how many days the credits are counted that a collaborator spent. */
export const SPENDING_DAYS = 30

/** When an invitation mailed at this moment ends. */
export function invitationEnd(mailedAt: Date): Date {
  return new Date(mailedAt.getTime() + INVITATION_DAYS * DAY_MS)
}

/** An invitation as it is kept. */
export type InvitationFacts = {
  readonly state: 'pending' | 'accepted' | 'revoked'
  readonly expiresAt: Date
}

/**
 * Where an invitation stands.
 * @param o.seats how many collaborators the owner's plan has room for; null for any number
 * @param o.collaborators how many there are
 */
export function invitationState(
  { state, expiresAt }: InvitationFacts,
  o: { now: Date; seats: number | null; collaborators: number },
): InvitationView['state'] {
  if (state === 'accepted') return 'used'
  if (state === 'revoked') return 'revoked'
  if (expiresAt <= o.now) return 'expired'
  return hasRoom(o.seats, o.collaborators) ? 'open' : 'full'
}

/** Whether there is a seat for one more. */
export function hasRoom(seats: number | null, taken: number): boolean {
  return seats === null || taken < seats
}
