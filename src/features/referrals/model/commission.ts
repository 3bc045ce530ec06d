import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import type { CommissionState } from './contract-statistics.ts'

/** The transitions of a commission. The only way back is from `refunded`, when the refund fails. */
export const COMMISSION_EDGES: Readonly<Record<CommissionState, readonly CommissionState[]>> = {
  pending: ['approved', 'hold', 'refunded', 'rejected'],
  hold: ['pending', 'refunded', 'rejected'],
  approved: ['paid', 'hold', 'refunded', 'rejected'],
  paid: [],
  refunded: ['pending'],
  rejected: [],
}

/** Checks a transition of a commission. @throws AppError `conflict` if it is not allowed */
export function assertEdge(from: CommissionState, to: CommissionState): void {
  if (COMMISSION_EDGES[from].includes(to)) return
  throw new AppError('conflict', `A ${from} commission cannot become ${to}.`, { from, to })
}

/**
 * The commission on a purchase, rounded half up to whole minor units.
 * @param base the amount paid without tax, in minor units
 * @param bps basis points: 4000 is 40%
 * @returns 0 for a base of 0
 */
export function commissionOn(base: number, bps: number): number {
  return base <= 0 ? 0 : Math.round((base * bps) / 10_000)
}

/**
 * The total reversal of a commission after refunds of its base. Each refund books the difference to earlier reversals,
 * so that many small ones add up to one large one.
 * @param o all in minor units; `refunded` is the sum of all refunds
 */
export function reversedOn({ base, refunded, bps }: { base: number; refunded: number; bps: number }): number {
  return commissionOn(base, bps) - commissionOn(base - Math.min(Math.max(refunded, 0), base), bps)
}

/** The state of a payment dispute. */
export const Dispute = z.enum(['none', 'open', 'won', 'lost'])
export type Dispute = z.output<typeof Dispute>
