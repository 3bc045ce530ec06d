import { z } from 'zod'
import { ACTIVE_FIELDS, activeEffect, UNMOVED } from './active-effect.ts'
import { eased } from './easing.ts'

/** The spoken word is filled with the active colour from its first letter to its last, evenly or letter by letter. */
export const activeSweep = activeEffect({
  label: 'Fill',
  schema: z.strictObject({ preset: z.literal('sweep'), ...ACTIVE_FIELDS }),
  parameters: ['by', 'edge', 'ease'],
  start: { ease: 'linear' },
  isMoving: true,
  surprises: [{ ease: 'linear' }],
  pose({ ease }, { sinceMs, pastMs, spokenMs }) {
    if (sinceMs < 0 || pastMs >= 0) return UNMOVED
    return { ...UNMOVED, filled: eased(ease, sinceMs / Math.max(spokenMs, 1)) }
  },
  edge: ({ by = 'width', edge = 0 }) => ({ isByLetter: by === 'letter', width: edge }),
  reach: () => UNMOVED,
})
