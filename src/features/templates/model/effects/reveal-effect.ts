import type { z } from 'zod'
import type { EntranceReach, Placement } from './enter-effect.ts'

/** What an entrance may move: the caption as a whole, or one of its words. */
export type EnteringPart = 'caption' | 'word'

type RevealSchema = z.ZodLiteral<string>

/** What comes in together, and when. */
export type RevealEffect<Schema extends RevealSchema = RevealSchema> = {
  readonly kind: 'reveal'
  /** What the style panel calls it. */
  readonly label: string
  /** Its name under `animation.reveal`. */
  readonly schema: Schema
  /** True when words stay hidden until they are spoken. */
  readonly hidesUnspoken: boolean
  /** Where a part stands: as its entrance says, or at rest where this part does not enter. */
  pose(part: EnteringPart, entrance: () => Placement): Placement
  /** The room that a part needs for an entrance. */
  reach(part: EnteringPart, entrance: EntranceReach): EntranceReach
}

/** Declares what comes in together; a part that is missing does not compile. */
export function revealEffect<Schema extends RevealSchema>(
  parts: Omit<RevealEffect<Schema>, 'kind'>,
): RevealEffect<Schema> {
  return { kind: 'reveal', ...parts }
}
