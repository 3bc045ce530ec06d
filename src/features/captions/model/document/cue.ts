import { z } from 'zod'
import { FramePlaces, Place } from './place.ts'
import { Waivers } from './qc.ts'
import { Id, Ms } from './scalars.ts'

/** One caption: a range of words shown together. The cues of a track cover all words, in order. */
export const Cue = z.strictObject({
  id: Id,
  /** First word. */
  from: Id,
  /** Last word. */
  to: Id,
  /** Words that start a new line, in order; never the first of the cue. */
  breaks: z.array(Id),
  /** True if the line breaks were set by hand; edits keep them. */
  locked: z.boolean().optional(),
  /** A patch in `styles` for this cue alone. */
  styleId: Id.optional(),
  /** Start on screen, ms, set by hand. Default: with its first word. */
  t0: Ms.optional(),
  /** End on screen, ms, set by hand; later than `t0`. Default: after its last word, by the limits. */
  t1: Ms.optional(),
  /** Position on the source picture. */
  place: Place.optional(),
  /** Positions in other aspect ratios. */
  framePlaces: FramePlaces.optional(),
  /** Checks that a person waived for this cue. */
  waivers: Waivers.optional(),
})
export type Cue = z.output<typeof Cue>
