import type { Brand } from '#platform/shared/brand.ts'
import { AppError } from '#platform/shared/errors.ts'

/** An amount of whole credits, 0 to `MAX_CREDITS`. */
export type Credits = Brand<number, 'Credits'>

/** The largest amount of one transaction: a guard against typos, far above any plan's grant. */
export const MAX_CREDITS = 1_000_000
/** Granted once, with the account (spec §1, §9). They do not expire. */
export const START_CREDITS = credits(30)
/** The default price of an action (spec §9). */
export const DEFAULT_DEDUCTION = credits(10)

/** How many days before their expiry credits count as expiring soon. */
export const EXPIRING_SOON_DAYS = 7

/** The source of credits. */
export type CreditSource = 'start' | 'subscription' | 'pack' | 'adjustment'

/** @throws RangeError if `value` is not a whole number from 0 to `MAX_CREDITS` */
export function credits(value: number): Credits {
  if (!isCredits(value)) throw new RangeError(`not a credit amount: ${value}`)
  return value
}

function isCredits(value: number): value is Credits {
  return Number.isSafeInteger(value) && value >= 0 && value <= MAX_CREDITS
}

/** The refusal of spec §8, with the balance and the required amount in credits. */
export function insufficientCredits(current: number, required: number): AppError {
  return new AppError('insufficient_credits', 'Insufficient credits', { current, required })
}
