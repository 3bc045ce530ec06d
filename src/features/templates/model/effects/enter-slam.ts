import { z } from 'zod'
import { EASE_PEAK, eased, mix } from './easing.ts'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, fadeInAlpha, NO_REACH } from './enter-effect.ts'

/** Share of the time until it lands; it shakes for the rest. */
const LANDING = 0.4
/** Largest offset of the shake, in em, and its rotation in radians. */
const SHAKE = 0.05
const SHAKE_TILT = 0.022
/** Offsets of the shake, one after the other, as shares of the largest. */
const BLOWS = [
  [1, -0.7],
  [-0.8, 0.5],
  [0.5, -0.3],
  [-0.25, 0.15],
] as const

/** Falls from scale `amount` onto its place and shakes. */
export const enterSlam = enterEffect({
  label: 'Slam',
  schema: z.strictObject({ preset: z.literal('slam'), ...ENTRANCE_FIELDS }),
  parameters: ['ms', 'ease', 'amount'],
  start: { ms: 320, ease: 'out', amount: 2 },
  pose({ ms, ease, amount }, moment) {
    const { sinceMs, em } = moment
    if (sinceMs >= ms) return AT_REST
    const progress = sinceMs / ms
    if (progress < LANDING) {
      const landed = progress / LANDING
      return { ...AT_REST, alpha: fadeInAlpha(landed, moment), scale: mix(amount, 1, eased(ease, landed)) }
    }
    const since = (progress - LANDING) / (1 - LANDING)
    const [x, y] = BLOWS[Math.floor(since * BLOWS.length)] ?? [0, 0]
    return { ...AT_REST, x: x * SHAKE * em, shift: y * SHAKE * em, tilt: y * SHAKE_TILT }
  },
  reach: ({ amount }, em) => ({
    scale: Math.max(1, amount, amount + (1 - amount) * EASE_PEAK),
    above: SHAKE * em,
    below: SHAKE * em,
    left: SHAKE * em,
    right: SHAKE * em,
    tilt: SHAKE_TILT,
    skew: NO_REACH.skew,
  }),
})
