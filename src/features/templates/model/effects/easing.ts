import { z } from 'zod'

/** An easing function; `overshoot` and `spring` exceed the end before they settle. */
export const Ease = z.enum(['linear', 'out', 'overshoot', 'spring'])
export type Ease = z.output<typeof Ease>

/** The maximum of all easing functions, as a factor; effects include it in their reach. */
export const EASE_PEAK = 1.13

/** Back-ease constant of Penner's equations: 10% past the end. */
const OVERSHOOT = 1.70158

/**
 * The eased progress of an animation.
 * @param progress elapsed share of its time, clamped to 0–1
 * @returns 0 at the start and exactly 1 at the end
 */
export function eased(ease: Ease, progress: number): number {
  if (progress <= 0) return 0
  // 0 ms of 0 ms is NaN: an animation without duration is at its end.
  if (progress >= 1 || Number.isNaN(progress)) return 1
  switch (ease) {
    case 'linear':
      return progress
    case 'out':
      return 1 - (1 - progress) ** 3
    case 'overshoot':
      return 1 + (OVERSHOOT + 1) * (progress - 1) ** 3 + OVERSHOOT * (progress - 1) ** 2
    case 'spring':
      return 1 - Math.exp(-5 * progress) * Math.cos(1.5 * Math.PI * progress) * (1 - progress)
    default:
      return ease satisfies never
  }
}

/** Interpolates from `from` to `to`; exactly `to` at the end. */
export function mix(from: number, to: number, at: number): number {
  return at === 1 ? to : from + (to - from) * at
}
