const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long a link to a file works, in milliseconds. */
export const LINK_LIFETIME_MS = 10 * MINUTE_MS

/** How long the page offers to undo a deletion, in milliseconds (product §7). */
export const UNDO_OFFERED_MS = 10_000

/**
 * How long what was removed can still be had back, in milliseconds: longer than the page offers it, for a slow answer.
 * After that it is erased.
 */
export const TRASH_RETENTION_MS = 2 * MINUTE_MS

/** How long before files end their owner is told, in milliseconds; nothing ends before that much time has passed since. */
export const EXPIRY_NOTICE_MS = 3 * DAY_MS

/** What ends within so much more time is told in the same mail, in milliseconds: one mail a day at most. */
export const NOTICE_BATCH_MS = DAY_MS
