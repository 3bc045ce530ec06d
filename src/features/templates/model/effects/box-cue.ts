import { z } from 'zod'
import { hull } from '#platform/shared/rect.ts'
import { BOX_FIELDS, boxEffect, padded } from './box-effect.ts'

/** One box around the whole caption. */
export const boxCue = boxEffect({
  label: 'The whole caption',
  schema: z.strictObject({ scope: z.literal('cue'), ...BOX_FIELDS }),
  followsWords: false,
  surprises: 1,
  places: (box, { lines, em }) => (lines.length === 0 ? [] : [padded(hull(lines), box, em)]),
  pose: (places) => places,
  reach: (places) => places,
})
