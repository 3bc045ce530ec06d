/** Basis points of a purchase that its referrer earns: 40% (spec §9). */
export const COMMISSION_BPS = 4_000
/** Milliseconds for which a visit through a link counts: 30 days (spec §9). */
export const REFERRAL_LIFETIME_MS = 2_592_000_000
/** The shortest username: "longer than 2 characters" (spec §4). */
export const USERNAME_MIN = 3
/** The longest username. */
export const USERNAME_MAX = 30
/** The shortest code worth asking about: "longer than 5" (spec §4). */
export const CODE_MIN = 6
/** The longest answer to where a link will be shared. */
export const CHANNEL_MAX = 200
/** Characters of a code we make. */
export const CODE_LENGTH = 8
/** Days a commission waits, so that the refund window is over before it can be paid out. */
export const HOLD_DAYS = 30
/** Integer minor units that a payout comes to at least: $50. */
export const MIN_PAYOUT = 5_000
/** Newest referrals on the dashboard (spec §9). */
export const RECENT_REFERRALS = 5
/** Days that payouts rest after the payout details were changed. */
export const FREEZE_DAYS = 7
/** How young an account must be for a link to count that was not known when it was made, in milliseconds. */
export const TRACK_WITHIN_MS = 3_600_000
