import { z } from 'zod'
import { Ease, eased } from './easing.ts'

/** The placement of a caption, or of a word, at one moment. */
export type Placement = {
  /** Opacity, 0 to 1. */
  readonly alpha: number
  /** Scale about its centre. */
  readonly scale: number
  /** Offset to the right, in the unit of the moment's `em`. */
  readonly x: number
  /** Offset downwards, in the same unit. */
  readonly shift: number
  /** Clockwise rotation about its centre, in radians. */
  readonly tilt: number
  /** Lean to the right at its top, as a share of its height: the tangent of the angle. */
  readonly skew: number
}

/** The placement at rest: as laid out. */
export const AT_REST: Placement = { alpha: 1, scale: 1, x: 0, shift: 0, tilt: 0, skew: 0 }

/** A placement within another one. */
export function combined(outer: Placement, inner: Placement): Placement {
  return {
    alpha: outer.alpha * inner.alpha,
    scale: outer.scale * inner.scale,
    x: outer.x + inner.x,
    shift: outer.shift + inner.shift,
    tilt: outer.tilt + inner.tilt,
    skew: outer.skew + inner.skew,
  }
}

/** A moment of an entrance. */
export type EntranceMoment = {
  /** Time since its start; at least 0. */
  readonly sinceMs: number
  /** True when the screen was empty before: fading in from transparent then does not flicker. */
  readonly isFresh: boolean
  /** Number of the caption, or of the word in its caption, from 0: for effects that alternate. */
  readonly index: number
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
  readonly left: number
  readonly right: number
  /** Largest rotation either way, in radians. */
  readonly tilt: number
  /** Largest lean either way. */
  readonly skew: number
}

/** The reach at rest. */
export const NO_REACH: EntranceReach = { scale: 1, above: 0, below: 0, left: 0, right: 0, tilt: 0, skew: 0 }

/** Bounds of two movements that may happen at once. */
export function combinedReach(one: EntranceReach, other: EntranceReach): EntranceReach {
  return {
    scale: one.scale * other.scale,
    above: one.above + other.above,
    below: one.below + other.below,
    left: one.left + other.left,
    right: one.right + other.right,
    tilt: one.tilt + other.tilt,
    skew: one.skew + other.skew,
  }
}

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
  /** True when every second caption, or word, enters in another way. Default: false. */
  readonly alternates?: true
  /** True if a surprise look may choose it. Default: false. */
  readonly surprises?: true
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
