import { z } from 'zod'
import { ACTIVE_FIELDS, activeEffect, UNMOVED } from './active-effect.ts'
import { eased } from './easing.ts'

/** Steps from one weight to the other: equal steps draw nothing again, and each is a font that engines keep. */
export const WEIGHT_STEPS = 12
/** Duration of the return to its own weight, relative to the change. */
const RELAX = 1.4
/** The weight of a patch that names none. */
const HEAVY = 800
/** How much larger a spoken word gets whose font has one weight only. */
const GROWTH = 0.06

/**
 * The letters of the spoken word get heavier, or lighter, in place: their line stands still. Letters of a font without
 * an axis of weights grow a little instead.
 */
export const activeWeight = activeEffect({
  label: 'Weight',
  schema: z.strictObject({ preset: z.literal('weight'), ...ACTIVE_FIELDS }),
  parameters: ['weight', 'ms', 'ease'],
  start: { weight: HEAVY, ms: 220, ease: 'out' },
  isMoving: true,
  pose({ ms, ease }, { sinceMs, pastMs, spokenMs }) {
    if (sinceMs < 0) return UNMOVED
    const reached = (tMs: number) => eased(ease, tMs / ms)
    if (pastMs < 0) return { ...UNMOVED, heft: inSteps(reached(sinceMs)) }
    // A word that is spoken faster than its weight changes returns from where it came to.
    return { ...UNMOVED, heft: inSteps(reached(spokenMs) * (1 - eased('out', pastMs / (ms * RELAX)))) }
  },
  weight: ({ weight = HEAVY }) => weight,
  reach: () => ({ scale: 1 + GROWTH, tilt: 0 }),
})

/** The scale that stands in for a weight, where a font has no axis. */
export function grownBy(heft: number): number {
  return 1 + GROWTH * heft
}

function inSteps(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * WEIGHT_STEPS) / WEIGHT_STEPS
}
