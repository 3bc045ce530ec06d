/** The share of a purchase its referrer earns, in basis points: 40% (spec §9). */
export const COMMISSION_BPS = 4_000
/** How long a visit through a link counts, in milliseconds: 30 days (spec §9). */
export const REFERRAL_LIFETIME_MS = 2_592_000_000
/** The shortest username: "longer than 2 characters" (spec §4). */
export const USERNAME_MIN = 3
/** The longest username. */
export const USERNAME_MAX = 30
/** The shortest code to look up: "longer than 5" (spec §4). */
export const CODE_MIN = 6
/** The longest description of where a link will be shared. */
export const CHANNEL_MAX = 200
/** The length of our codes. */
export const CODE_LENGTH = 8
/** How many days a commission waits, so that the refund window is over before the payout. */
export const HOLD_DAYS = 30
/** The smallest payout, in minor units: $50. */
export const MIN_PAYOUT = 5_000
/** The number of referrals on the dashboard (spec §9). */
export const RECENT_REFERRALS = 5
/** How many days payouts are frozen after a change of the payout method. */
export const FREEZE_DAYS = 7
/** How young an account must be for a link that was unknown at its sign-up, in milliseconds. */
export const TRACK_WITHIN_MS = 3_600_000
