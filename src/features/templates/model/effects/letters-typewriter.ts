import { z } from 'zod'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { LETTERS_FIELDS, lettersEffect, sinceLetter } from './letters-effect.ts'

/** Letters are typed one after the other, with a caret. */
export const lettersTypewriter = lettersEffect({
  label: 'Typewriter',
  schema: z.strictObject({ preset: z.literal('typewriter'), ...LETTERS_FIELDS }),
  parameters: ['gapMs'],
  start: { gapMs: 50 },
  hasCaret: true,
  swaps: false,
  pose: (letters, moment) => ({ ...AT_REST, alpha: sinceLetter(letters, moment) < 0 ? 0 : 1, swap: null }),
  reach: () => NO_REACH,
})
