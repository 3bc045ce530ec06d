import { z } from 'zod'
import { Ease } from './easing.ts'

/** A moment relative to a word, before, while or after it is spoken. */
export type WordMoment = {
  /** Time since its start; negative before. */
  readonly sinceMs: number
  /** Time since the start of the next word; negative before. */
  readonly pastMs: number
  /** Time from its start to the start of the next word. */
  readonly spokenMs: number
  /** Index of the word in its caption, from 0. */
  readonly index: number
}

/** The pose of a word by its active effect. */
export type ActivePose = {
  /** Scale about the word's centre. */
  readonly scale: number
  /** Clockwise rotation, in radians. */
  readonly tilt: number
  /** Share of the way of the active colour from its first letter to its last; null to colour all at once. */
  readonly filled: number | null
  /** Share of the way from its own weight to that of the spoken word, 0 to 1. */
  readonly heft: number
}

/** The pose of a word at rest. */
export const UNMOVED: ActivePose = { scale: 1, tilt: 0, filled: null, heft: 0 }

/** How the active colour runs through a word. */
export type SweepEdge = {
  /** Each letter takes the colour as a whole, at its own start. */
  readonly isByLetter: boolean
  /** Width of the change from one colour to the other, in em; 0 for a hard edge. */
  readonly width: number
}

/** Bounds of all poses: the largest scale, at least 1, and the largest tilt in radians. */
export type ActiveReach = { readonly scale: number; readonly tilt: number }

type ActiveSchema = z.ZodObject<{ preset: z.ZodLiteral<string> }>

/** An effect of the spoken word, besides its colour. */
export type ActiveEffect<Schema extends ActiveSchema = ActiveSchema> = {
  readonly kind: 'active'
  /** Its name in the style panel. */
  readonly label: string
  /** Its parameters under `animation.active`, discriminated by `preset`. */
  readonly schema: Schema
  /** The parameters it reads; the style panel hides the others. */
  readonly parameters: readonly string[]
  /** Initial parameters when a creator selects it. */
  readonly start: Partial<z.output<Schema>>
  /** False when its pose never changes, so that a word with equal colours is drawn once. */
  readonly isMoving: boolean
  /** The parameters that a surprise look picks from. Default: it is in no surprise look. */
  readonly surprises?: readonly Partial<z.output<Schema>>[]
  pose(active: z.output<Schema>, moment: WordMoment): ActivePose
  /** The weight of the spoken word, for fonts with an axis of weights. Default: that of the other words. */
  weight?(active: z.output<Schema>): number
  /** How its colour runs through the word. Default: a hard edge. */
  edge?(active: z.output<Schema>): SweepEdge
  /** Bounds of all its poses. */
  reach(active: z.output<Schema>): ActiveReach
}

/** Defines an effect of the spoken word; a missing part does not compile. */
export function activeEffect<Schema extends ActiveSchema>(
  parts: Omit<ActiveEffect<Schema>, 'kind'>,
): ActiveEffect<Schema> {
  return { kind: 'active', ...parts }
}

/** The parameters of every active effect; those that wordpop-template/1 lacks are optional. */
export const ACTIVE_FIELDS = {
  /** Duration of the jump, ms. */
  ms: z.int().min(0).max(2_000),
  ease: Ease,
  /** Scale at the start, and scale while it is spoken. */
  from: z.number().min(0.1).max(3),
  to: z.number().min(0.1).max(3),
  /** Tilt while it is spoken, in degrees; every second word tilts the other way. */
  tilt: z.number().min(0).max(20),
  /** Weight of the spoken word. */
  weight: z.int().min(1).max(1_000).optional(),
  /** What takes the active colour at once: a place from first to last, or a letter after the other. Default: width. */
  by: z.enum(['width', 'letter']).optional(),
  /** Width of the change from one colour to the other, in em. Default: 0, a hard edge. */
  edge: z.number().min(0).max(2).optional(),
}
