import { z } from 'zod'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { revealEffect } from './reveal-effect.ts'

/** The caption comes in as a whole, with all its words. */
export const revealCaption = revealEffect({
  label: 'All at once',
  schema: z.literal('caption'),
  hidesUnspoken: false,
  pose: (part, entrance) => (part === 'caption' ? entrance() : AT_REST),
  reach: (part, entrance) => (part === 'caption' ? entrance : NO_REACH),
})
