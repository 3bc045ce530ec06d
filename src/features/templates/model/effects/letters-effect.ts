import { z } from 'zod'
import { Ease } from './easing.ts'
import type { EntranceReach, Placement } from './enter-effect.ts'

/** A moment of one letter of a word. */
export type LetterMoment = {
  /** Time since the letters begin that come one after the other; negative before. */
  readonly sinceMs: number
  /** Its number among them, from 0, and how many there are. */
  readonly index: number
  readonly count: number
  /** Time they may take together. */
  readonly spanMs: number
  /** Size of an em: pixels for the painter, 1 for lengths in em. */
  readonly em: number
  /** The same for the letters of its word, which begin when it is spoken. */
  readonly word: { readonly sinceMs: number; readonly index: number; readonly count: number; readonly spanMs: number }
}

/** The pose of one letter, about its own centre. */
export type LetterPose = Placement & {
  /** A number that picks another letter of the caption to show in its place; null for itself. */
  readonly swap: number | null
}

type LettersSchema = z.ZodObject<{ preset: z.ZodLiteral<string> }>

/** A way in which letters come, or move, one by one. */
export type LettersEffect<Schema extends LettersSchema = LettersSchema> = {
  readonly kind: 'letters'
  /** Its name in the style panel. */
  readonly label: string
  /** Its parameters under `animation.letters`, discriminated by `preset`. */
  readonly schema: Schema
  /** The parameters it reads; the style panel hides the others. */
  readonly parameters: readonly string[]
  /** Initial parameters when a creator selects it. */
  readonly start: Partial<z.output<Schema>>
  /** True to draw a caret after the last letter that came. */
  readonly hasCaret: boolean
  /** True when it shows other letters in place of some. */
  readonly swaps: boolean
  pose(letters: z.output<Schema>, moment: LetterMoment): LetterPose
  /** Bounds of all poses of a letter. */
  reach(letters: z.output<Schema>, em: number): EntranceReach
}

/** Defines an effect of letters; a missing part does not compile. */
export function lettersEffect<Schema extends LettersSchema>(
  parts: Omit<LettersEffect<Schema>, 'kind'>,
): LettersEffect<Schema> {
  return { kind: 'letters', ...parts }
}

/** The parameters of every effect of letters. */
export const LETTERS_FIELDS = {
  /** Duration of one letter, ms. */
  ms: z.int().min(0).max(2_000),
  ease: Ease,
  /** Distance or scale; each effect defines its unit, or ignores it. */
  amount: z.number().min(0).max(4),
  /** Time from one letter to the next, ms; shorter where they would not fit the time they have. */
  gapMs: z.int().min(0).max(500),
}

/** Time since a letter begins; negative before. */
export function sinceLetter(
  { gapMs }: { gapMs: number },
  { sinceMs, index, count, spanMs }: Omit<LetterMoment, 'em' | 'word'>,
): number {
  return sinceMs - index * Math.min(gapMs, spanMs / Math.max(count, 1))
}
