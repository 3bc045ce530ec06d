import type { Animation } from './effects.ts'

/** Initial values when a creator adds an exit. */
export const EXIT_START: NonNullable<Animation['exit']> = { preset: 'fade', ms: 240, ease: 'out', amount: 0.4 }

/** Initial values when a creator adds an effect of letters. */
export const LETTERS_START: NonNullable<Animation['letters']> = {
  preset: 'typewriter',
  ms: 220,
  ease: 'out',
  amount: 0.3,
  gapMs: 50,
}
