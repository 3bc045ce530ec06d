import { z } from 'zod'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { revealEffect } from './reveal-effect.ts'

/** Each word enters when it is spoken. */
export const revealWord = revealEffect({
  label: 'As they are spoken',
  schema: z.literal('word'),
  hidesUnspoken: true,
  surprises: 1,
  pose: (part, entrance) => (part === 'word' ? entrance() : AT_REST),
  reach: (part, entrance) => (part === 'word' ? entrance : NO_REACH),
})
