import { z } from 'zod'
import { ACTIVE_FIELDS, activeEffect, UNMOVED } from './active-effect.ts'
import { EASE_PEAK, eased, mix } from './easing.ts'

/** Duration of the return to rest, relative to the jump. */
const RELAX = 0.6

/** The spoken word jumps out, tilts, and returns to rest. */
export const activeScale = activeEffect({
  label: 'Grow',
  schema: z.strictObject({ preset: z.literal('scale'), ...ACTIVE_FIELDS }),
  parameters: ['ms', 'ease', 'from', 'to', 'tilt'],
  start: { ms: 140, ease: 'overshoot', from: 1, to: 1.12 },
  isMoving: true,
  surprises: [
    { ms: 140, ease: 'overshoot', from: 1, to: 1.08, tilt: 0 },
    { ms: 180, ease: 'overshoot', from: 0.85, to: 1.1, tilt: 3 },
  ],
  pose({ ms, ease, from, to, tilt }, { sinceMs, pastMs, index }) {
    if (sinceMs < 0) return UNMOVED
    const turned = ((index % 2 === 0 ? -tilt : tilt) * Math.PI) / 180
    if (pastMs < 0) {
      const progress = eased(ease, sinceMs / ms)
      return { ...UNMOVED, scale: mix(from, to, progress), tilt: turned * Math.min(progress, 1) }
    }
    const rest = eased('out', pastMs / (ms * RELAX))
    return { ...UNMOVED, scale: mix(to, 1, rest), tilt: mix(turned, 0, rest) }
  },
  reach: ({ from, to, tilt }) => ({
    scale: Math.max(1, from, from + (to - from) * EASE_PEAK),
    tilt: (tilt * Math.PI) / 180,
  }),
})
