const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The lifetime of a download link, in milliseconds. */
export const LINK_LIFETIME_MS = 10 * MINUTE_MS

/** How long the page offers to undo a deletion, in milliseconds (product §7). */
export const UNDO_OFFERED_MS = 10_000

/**
 * How long a deleted file can be restored, in milliseconds: longer than the page offers it, for slow connections. After
 * that it is erased.
 */
export const TRASH_RETENTION_MS = 2 * MINUTE_MS

/**
 * How long before the expiry of files their owner is notified, in milliseconds; no file expires sooner after the
 * notice.
 */
export const EXPIRY_NOTICE_MS = 3 * DAY_MS

/** Files that expire within this further time are in the same mail, in milliseconds: at most one mail a day. */
export const NOTICE_BATCH_MS = DAY_MS
