import { z } from 'zod'
import { Ease, eased } from './easing.ts'

/** The placement of a caption, or of a word, at one moment. */
export type Placement = {
  /** Opacity, 0 to 1. */
  readonly alpha: number
  /** Scale about its centre. */
  readonly scale: number
  /** Offset downwards, in the unit of the moment's `em`. */
  readonly shift: number
}

/** The placement at rest: as laid out. */
export const AT_REST: Placement = { alpha: 1, scale: 1, shift: 0 }

/** A moment of an entrance. */
export type EntranceMoment = {
  /** Time since its start; at least 0. */
  readonly sinceMs: number
  /** True when the screen was empty before: fading in from transparent then does not flicker. */
  readonly isFresh: boolean
  /** Size of an em: pixels for the painter, 1 for poses in em. */
  readonly em: number
}

/** Bounds of an entrance beyond the final placement. */
export type EntranceReach = {
  /** Largest scale, at least 1. */
  readonly scale: number
  /** Lengths in the unit of `em`. */
  readonly above: number
  readonly below: number
}

/** The reach at rest. */
export const NO_REACH: EntranceReach = { scale: 1, above: 0, below: 0 }

type EntranceSchema = z.ZodObject<{ preset: z.ZodLiteral<string> }>

/** An entrance effect. */
export type EnterEffect<Schema extends EntranceSchema = EntranceSchema> = {
  readonly kind: 'enter'
  /** Its name in the style panel. */
  readonly label: string
  /** Its parameters under `animation.enter`, discriminated by `preset`. */
  readonly schema: Schema
  /** The parameters it reads; the style panel hides the others. */
  readonly parameters: readonly string[]
  /** Initial parameters when a creator selects it. */
  readonly start: Partial<z.output<Schema>>
  /** The placement at a moment of the entrance; `AT_REST` after its end. */
  pose(enter: z.output<Schema>, moment: EntranceMoment): Placement
  /** Bounds of all its placements. */
  reach(enter: z.output<Schema>, em: number): EntranceReach
}

/** Defines an entrance; a missing part does not compile. */
export function enterEffect<Schema extends EntranceSchema>(
  parts: Omit<EnterEffect<Schema>, 'kind'>,
): EnterEffect<Schema> {
  return { kind: 'enter', ...parts }
}

/** The parameters of every entrance of wordpop-template/1. */
export const ENTRANCE_FIELDS = {
  /** Duration, ms. */
  ms: z.int().min(0).max(2_000),
  ease: Ease,
  /** Distance or scale of the start; each effect defines its unit, or ignores it. */
  amount: z.number().min(0).max(4),
}

/** Progress of an entrance: 0 at its start, 1 after its end; may exceed 1 in between by its ease. */
export function entranceProgress({ ms, ease }: { ms: number; ease: Ease }, { sinceMs }: EntranceMoment): number {
  return sinceMs >= ms ? 1 : eased(ease, sinceMs / ms)
}

/** Opacity of the first frame, which must not be fully transparent. */
const FIRST_ALPHA = 0.15

/** Opacity of a fade-in. @param progress from 0 to 1 */
export function fadeInAlpha(progress: number, { isFresh }: EntranceMoment): number {
  return isFresh ? Math.min(1, Math.max(FIRST_ALPHA, progress)) : 1
}
