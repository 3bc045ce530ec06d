import { z } from 'zod'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { revealEffect } from './reveal-effect.ts'

/** The caption enters as a whole. */
export const revealCaption = revealEffect({
  label: 'All at once',
  schema: z.literal('caption'),
  hidesUnspoken: false,
  surprises: 3,
  pose: (part, entrance) => (part === 'caption' ? entrance() : AT_REST),
  reach: (part, entrance) => (part === 'caption' ? entrance : NO_REACH),
})
