import { AppError } from '#platform/shared/errors.ts'
import type { CommissionState } from './contract-statistics.ts'

/** What a commission may become. The only way back is from `refunded`, when the refund failed after all. */
export const COMMISSION_EDGES: Readonly<Record<CommissionState, readonly CommissionState[]>> = {
  pending: ['approved', 'hold', 'refunded', 'rejected'],
  hold: ['pending', 'refunded', 'rejected'],
  approved: ['paid', 'hold', 'refunded', 'rejected'],
  paid: [],
  refunded: ['pending'],
  rejected: [],
}

/**
 * Makes sure that a commission may go from one state to the other.
 * @throws AppError `conflict` when it may not
 */
export function assertEdge(from: CommissionState, to: CommissionState): void {
  if (COMMISSION_EDGES[from].includes(to)) return
  throw new AppError('conflict', `A commission that is ${from} cannot become ${to}.`, { from, to })
}

/**
 * What a purchase earns, rounded half up to whole minor units.
 * @param base what was paid without tax, in minor units
 * @param bps basis points: 4000 is 40%
 * @returns 0 for a base of nothing
 */
export function commissionOn(base: number, bps: number): number {
  return base <= 0 ? 0 : Math.round((base * bps) / 10_000)
}

/**
 * How much of a commission is taken back in all once `refunded` of its base was paid back. Each refund books the
 * difference to what was taken back before, so that many small ones come to the same as one.
 * @param o all in minor units; `refunded` is the sum of all refunds
 */
export function reversedOn({ base, refunded, bps }: { base: number; refunded: number; bps: number }): number {
  return commissionOn(base, bps) - commissionOn(base - Math.min(Math.max(refunded, 0), base), bps)
}

/** How far the quarrel about a payment got. */
export type Dispute = 'none' | 'open' | 'won' | 'lost'
