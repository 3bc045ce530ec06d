import { z } from 'zod'
import { PASSWORD_LENGTH } from './limits.ts'

const DAY_MS = 86_400_000

/** How long a review link works, in days; null for until it is revoked. */
export const LinkLifetime = z.union([z.literal(7), z.literal(30)]).nullable()
export type LinkLifetime = z.output<typeof LinkLifetime>

/** Maximum links of one project that still work. */
export const PROJECT_LINKS = 20

/** The password of a review link. */
export const LinkPassword = z
  .string()
  .min(PASSWORD_LENGTH.min, `Use at least ${PASSWORD_LENGTH.min} characters.`)
  .max(PASSWORD_LENGTH.max, `A password has at most ${PASSWORD_LENGTH.max} characters.`)

/** When a new link expires; null if it stays valid until it is revoked. */
export function linkExpiry(madeAt: Date, days: LinkLifetime): Date | null {
  return days === null ? null : new Date(madeAt.getTime() + days * DAY_MS)
}

/** Whether a link works, and why not. */
export type LinkState = 'active' | 'expired' | 'revoked'

/** The state of a link. */
export function linkState(
  { revokedAt, expiresAt }: { readonly revokedAt: Date | null; readonly expiresAt: Date | null },
  now: Date,
): LinkState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}
