import { z } from 'zod'
import { Color, Id, Lang, Ms, storableText } from './scalars.ts'

/** A person who speaks. */
export const Speaker = z.strictObject({
  id: Id,
  name: storableText(80).min(1),
  color: Color,
  /** A patch in `styles` for their words. */
  styleId: Id.optional(),
  /** Their lane in looks with several lanes, from 0. */
  lane: z.int().min(0).max(7).optional(),
})
export type Speaker = z.output<typeof Speaker>

/** A removed part of the source. Cuts are in media order and do not overlap; words under a cut stay. */
export const Cut = z.strictObject({
  id: Id,
  /** Start in the source, ms. */
  t0: Ms,
  /** End in the source, ms, later than `t0`. */
  t1: Ms,
  why: z.enum(['manual', 'silence', 'filler', 'retake', 'words']),
})
export type Cut = z.output<typeof Cut>

/** A marked time in the source. */
export const Marker = z.strictObject({
  id: Id,
  /** In the source, ms. */
  t: Ms,
  label: storableText(200).optional(),
  color: Color.optional(),
})
export type Marker = z.output<typeof Marker>

/** The spelling of a term in this video. */
export const GlossaryEntry = z.strictObject({
  id: Id,
  /** Spellings an engine may produce for it, of one or more words each. */
  heard: z.array(storableText(100).min(1)).min(1).max(20),
  write: storableText(100).min(1),
  lang: Lang.optional(),
})
export type GlossaryEntry = z.output<typeof GlossaryEntry>

/** What a script has where something else is said. */
const InsteadOf = z.strictObject({
  /** Its text there. */
  text: storableText(2_000).min(1),
  /**
   * The words that stand there in the captions, in order; empty if they are set aside as well. Not kept up to date: words
   * that were removed since are no longer among those of the document.
   */
  words: z.array(Id).max(1_000),
})

/**
 * Text without a place among the words: in the script but not spoken, spoken but not in the script, or lost in a new cut
 * of the video.
 */
export const SetAside = z.strictObject({
  id: Id,
  /** Its approximate time in the source, ms; the start of its first word if `wordTimes` is set. */
  t: Ms,
  text: storableText(2_000).min(1),
  why: z.enum(['not-spoken', 'not-in-script', 'not-in-cut']),
  /** Start and end of each of its words, in ms after `t`; absent if unknown. */
  wordTimes: z
    .array(z.tuple([Ms, Ms]))
    .min(1)
    .max(1_000)
    .optional(),
  /** For `not-in-script`: what the script has in its place; absent if it has nothing. */
  insteadOf: InsteadOf.optional(),
})
export type SetAside = z.output<typeof SetAside>
