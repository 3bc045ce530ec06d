import { z } from 'zod'
import { Ease, eased } from './easing.ts'

/** How a caption, or a word of it, stands at one moment. */
export type Placement = {
  /** 0 to 1. */
  readonly alpha: number
  /** About its own centre. */
  readonly scale: number
  /** How far below its place, in the unit of the moment's `em`. */
  readonly shift: number
}

/** In its place, as large and as opaque as it is laid out. */
export const AT_REST: Placement = { alpha: 1, scale: 1, shift: 0 }

/** A moment of an entrance. */
export type EntranceMoment = {
  /** Since the entrance began; at least 0. */
  readonly sinceMs: number
  /** True when nothing stood there before: fading in from nothing then does not flicker. */
  readonly isFresh: boolean
  /** Size of an em: pixels for the painter, 1 for poses in em. */
  readonly em: number
}

/** How far an entrance reaches beyond the place of what enters. */
export type EntranceReach = {
  /** Largest scale, at least 1. */
  readonly scale: number
  /** Lengths in the unit of `em`. */
  readonly above: number
  readonly below: number
}

/** The reach of what only stands in its place. */
export const NO_REACH: EntranceReach = { scale: 1, above: 0, below: 0 }

type EntranceSchema = z.ZodObject<{ preset: z.ZodLiteral<string> }>

/** One way to come in. */
export type EnterEffect<Schema extends EntranceSchema = EntranceSchema> = {
  readonly kind: 'enter'
  /** What the style panel calls it. */
  readonly label: string
  /** Its parameters under `animation.enter`, told apart by `preset`. */
  readonly schema: Schema
  /** The parameters it reads; the style panel hides the others. */
  readonly parameters: readonly string[]
  /** The parameters it begins with when a creator chooses it. */
  readonly start: Partial<z.output<Schema>>
  /** Where something stands while it comes in; `AT_REST` once it is there. */
  pose(enter: z.output<Schema>, moment: EntranceMoment): Placement
  /** The room that every pose of it needs. */
  reach(enter: z.output<Schema>, em: number): EntranceReach
}

/** Declares a way to come in; a part that is missing does not compile. */
export function enterEffect<Schema extends EntranceSchema>(
  parts: Omit<EnterEffect<Schema>, 'kind'>,
): EnterEffect<Schema> {
  return { kind: 'enter', ...parts }
}

/** The parameters that every entrance of wordpop-template/1 has. */
export const ENTRANCE_FIELDS = {
  /** How long it takes. */
  ms: z.int().min(0).max(2_000),
  ease: Ease,
  /** How far it comes from; each effect says in what unit, or leaves it unused. */
  amount: z.number().min(0).max(4),
}

/** How far an entrance has come: 0 at its start, 1 from its end on, and beyond 1 where its ease swings. */
export function entranceProgress({ ms, ease }: { ms: number; ease: Ease }, { sinceMs }: EntranceMoment): number {
  return sinceMs >= ms ? 1 : eased(ease, sinceMs / ms)
}

/** Fully transparent is hidden, so the first frame already shows a little. */
const FIRST_ALPHA = 0.15

/** The opacity of something that fades in, `progress` from 0 to 1. */
export function fadeInAlpha(progress: number, { isFresh }: EntranceMoment): number {
  return isFresh ? Math.min(1, Math.max(FIRST_ALPHA, progress)) : 1
}
