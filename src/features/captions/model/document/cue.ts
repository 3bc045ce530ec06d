import { z } from 'zod'
import { FramePlaces, Place } from './place.ts'
import { Waivers } from './qc.ts'
import { Id, Ms } from './scalars.ts'

/** One caption: a range of words shown together. The cues of a track share out all words, in order. */
export const Cue = z.strictObject({
  id: Id,
  /** First word. */
  from: Id,
  /** Last word. */
  to: Id,
  /** Words that begin a new line, in order; never the first of the cue. */
  breaks: z.array(Id),
  /** The lines were broken by hand, and edits keep them. */
  locked: z.boolean().optional(),
  /** A patch in `styles` for this cue alone. */
  styleId: Id.optional(),
  /** When it appears, ms, set by hand. Default: with its first word. */
  t0: Ms.optional(),
  /** When it goes, ms, set by hand; later than `t0`. Default: after its last word, as the limits say. */
  t1: Ms.optional(),
  /** Where it stands on the source's picture. */
  place: Place.optional(),
  /** Where it stands in other shapes of picture. */
  framePlaces: FramePlaces.optional(),
  /** Checks whose finding about this cue a person accepts. */
  waivers: Waivers.optional(),
})
export type Cue = z.output<typeof Cue>
