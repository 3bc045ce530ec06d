import { z } from 'zod'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, fadeInAlpha, NO_REACH } from './enter-effect.ts'

/** Rotation at the start for an `amount` of 1, in radians. */
const WIDEST = 0.35
/** Swings until it hangs still. */
const SWINGS = 1.25
/** The nail that it hangs from, above its centre, in em. */
const NAIL = 0.9

/** Swings like a sign on a nail, with `amount` as its strength, until it hangs still. */
export const enterSwing = enterEffect({
  label: 'Swing',
  schema: z.strictObject({ preset: z.literal('swing'), ...ENTRANCE_FIELDS }),
  parameters: ['ms', 'amount'],
  start: { ms: 620, amount: 0.6 },
  pose({ ms, amount }, moment) {
    if (moment.sinceMs >= ms) return AT_REST
    const progress = moment.sinceMs / ms
    const tilt = rounded(-widest(amount) * (1 - progress) ** 2 * Math.cos(2 * Math.PI * SWINGS * progress))
    return {
      ...AT_REST,
      alpha: fadeInAlpha(progress * 5, moment),
      x: rounded(-Math.sin(tilt)) * NAIL * moment.em,
      shift: rounded(Math.cos(tilt) - 1) * NAIL * moment.em,
      tilt,
    }
  },
  reach({ amount }, em) {
    const tilt = widest(amount)
    const beside = Math.sin(tilt) * NAIL * em + 0.001 * em
    return {
      ...NO_REACH,
      left: beside,
      right: beside,
      above: (1 - Math.cos(tilt)) * NAIL * em + 0.001 * em,
      tilt: tilt + 0.001,
    }
  },
})

function widest(amount: number): number {
  return WIDEST * Math.min(amount, 2)
}

/** Rounded, because engines differ in the last bit of a sine. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
