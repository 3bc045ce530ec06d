import { z } from 'zod'
import { Ease } from './easing.ts'

/** A moment of a word that is or was spoken, or is still to come. */
export type WordMoment = {
  /** Since the word began; negative before it does. */
  readonly sinceMs: number
  /** Since the next word took over; negative before it does. */
  readonly pastMs: number
  /** From its beginning until the next word takes over. */
  readonly spokenMs: number
  /** Place of the word in its caption, from 0. */
  readonly index: number
}

/** What being spoken does to a word. */
export type ActivePose = {
  /** About the word's own centre. */
  readonly scale: number
  /** Clockwise, in radians. */
  readonly tilt: number
  /** Share of its width, from its first letter on, that has the active colour; null for all of it at once. */
  readonly filled: number | null
}

/** A word that stands as its neighbours do. */
export const UNMOVED: ActivePose = { scale: 1, tilt: 0, filled: null }

/** The most that being spoken does to a word: its largest scale, at least 1, and its tilt in radians. */
export type ActiveReach = { readonly scale: number; readonly tilt: number }

type ActiveSchema = z.ZodObject<{ preset: z.ZodLiteral<string> }>

/** What shows that a word is being spoken, besides its colour. */
export type ActiveEffect<Schema extends ActiveSchema = ActiveSchema> = {
  readonly kind: 'active'
  /** What the style panel calls it. */
  readonly label: string
  /** Its parameters under `animation.active`, told apart by `preset`. */
  readonly schema: Schema
  /** The parameters it reads; the style panel hides the others. */
  readonly parameters: readonly string[]
  /** The parameters it begins with when a creator chooses it. */
  readonly start: Partial<z.output<Schema>>
  /** False when its pose never changes: a word whose colours are all one is then drawn once. */
  readonly isMoving: boolean
  pose(active: z.output<Schema>, moment: WordMoment): ActivePose
  /** The room that every pose of it needs. */
  reach(active: z.output<Schema>): ActiveReach
}

/** Declares what shows that a word is being spoken; a part that is missing does not compile. */
export function activeEffect<Schema extends ActiveSchema>(
  parts: Omit<ActiveEffect<Schema>, 'kind'>,
): ActiveEffect<Schema> {
  return { kind: 'active', ...parts }
}

/** The parameters that every such effect of wordpop-template/1 has. */
export const ACTIVE_FIELDS = {
  /** How long it takes to jump out. */
  ms: z.int().min(0).max(2_000),
  ease: Ease,
  /** Scale it starts from, and scale it holds while it is spoken. */
  from: z.number().min(0.1).max(3),
  to: z.number().min(0.1).max(3),
  /** Tilt while it is spoken, in degrees; every second word tilts the other way. */
  tilt: z.number().min(0).max(20),
}
