import type { z } from 'zod'
import type { EntranceReach, Placement } from './enter-effect.ts'

/** The part that an entrance moves: the whole caption, or one word. */
export type EnteringPart = 'caption' | 'word'

type RevealSchema = z.ZodLiteral<string>

/** What enters together, and when. */
export type RevealEffect<Schema extends RevealSchema = RevealSchema> = {
  readonly kind: 'reveal'
  /** Its name in the style panel. */
  readonly label: string
  /** Its name under `animation.reveal`. */
  readonly schema: Schema
  /** True when words stay hidden until they are spoken. */
  readonly hidesUnspoken: boolean
  /** How often a surprise look picks it, relative to the others. Default: never. */
  readonly surprises?: number
  /** The placement of a part: that of its entrance, or at rest if it does not enter. */
  pose(part: EnteringPart, entrance: () => Placement): Placement
  /** Bounds of a part during an entrance. */
  reach(part: EnteringPart, entrance: EntranceReach): EntranceReach
}

/** Defines a way to reveal words; a missing part does not compile. */
export function revealEffect<Schema extends RevealSchema>(
  parts: Omit<RevealEffect<Schema>, 'kind'>,
): RevealEffect<Schema> {
  return { kind: 'reveal', ...parts }
}
