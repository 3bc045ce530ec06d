/** The expiry of a file that is stored for `retentionMs` from a time on; null for never. */
export function expiryAfter(from: Date, retentionMs: number | null): Date | null {
  return retentionMs === null ? null : new Date(from.getTime() + retentionMs)
}

/**
 * The expiry that counts for a stored file: the recorded one, or that of the present retention if it is later. A period
 * that became shorter never moves a date that somebody has seen.
 */
export function presentExpiry(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date | null },
  retentionMs: number | null,
): Date | null {
  if (expiresAt === null) return null
  const present = expiryAfter(createdAt, retentionMs)
  return present === null || present > expiresAt ? present : expiresAt
}
