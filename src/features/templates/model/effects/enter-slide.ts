import { z } from 'zod'
import { mix } from './easing.ts'
import {
  AT_REST,
  enterEffect,
  type EntranceMoment,
  ENTRANCE_FIELDS,
  entranceProgress,
  fadeInAlpha,
  NO_REACH,
} from './enter-effect.ts'

/** -1 for the left, 1 for the right. */
type Side = -1 | 1

/** Fades in while sliding from `amount` em to the left. */
export const enterSlideLeft = slideFrom('slide-left', 'Slide from the left', () => -1)

/** Fades in while sliding from `amount` em to the right. */
export const enterSlideRight = slideFrom('slide-right', 'Slide from the right', () => 1)

/** Slides from the left and from the right in turn. */
export const enterSlideTurns = {
  ...slideFrom('slide-turns', 'Slide from both sides in turn', ({ index }) => (index % 2 === 0 ? -1 : 1)),
  alternates: true,
} as const

function slideFrom<Preset extends string>(preset: Preset, label: string, sideOf: (moment: EntranceMoment) => Side) {
  return enterEffect({
    label,
    schema: z.strictObject({ preset: z.literal(preset), ...ENTRANCE_FIELDS }),
    parameters: ['ms', 'ease', 'amount'],
    start: { ms: 260, ease: 'out', amount: 1.2 } as const,
    pose(enter, moment) {
      const progress = entranceProgress(enter, moment)
      return {
        ...AT_REST,
        alpha: fadeInAlpha(progress, moment),
        x: mix(sideOf(moment) * enter.amount * moment.em, 0, progress),
      }
    },
    // Past its place, a slide reaches less far than where it starts.
    reach: ({ amount }, em) => {
      const distance = amount * em
      return { ...NO_REACH, left: distance, right: distance }
    },
  })
}
