import { z } from 'zod'
import { Cue } from './cue.ts'
import { MOST_PARTS, MOST_WORDS } from './limits.ts'
import { FramePlaces, Place } from './place.ts'
import { Id, Lang, storableText, TextDirection } from './scalars.ts'
import { TemplateRef } from './template-ref.ts'

/** The captions in the spoken language. */
export const MainTrack = z.strictObject({
  id: Id,
  role: z.literal('main'),
  lang: Lang,
  dir: TextDirection,
  cues: z.array(Cue).max(MOST_WORDS),
})
export type MainTrack = z.output<typeof MainTrack>

/** The translation of a range of words, on screen while they are. Words may have no translation. */
export const TranslationCue = z.strictObject({
  id: Id,
  /** First word. */
  from: Id,
  /** Last word. */
  to: Id,
  /** A line break starts a new line. */
  text: storableText(1_000).min(1),
  /** FNV-1a hash (64 bits, hex) of the text of its words at translation; it is stale when the hash differs. */
  sourceHash: z.string().regex(/^[\da-f]{16}$/, 'A hash is 16 hex digits'),
  /** True if a person wrote or confirmed it. */
  confirmed: z.literal(true).optional(),
  /** A patch in `styles` for this cue alone. */
  styleId: Id.optional(),
  place: Place.optional(),
  framePlaces: FramePlaces.optional(),
})
export type TranslationCue = z.output<typeof TranslationCue>

/** The captions in another language, in their own lane: cues in media order that share no words. */
export const TranslationTrack = z.strictObject({
  id: Id,
  role: z.literal('translation'),
  lang: Lang,
  dir: TextDirection,
  cues: z.array(TranslationCue).max(MOST_WORDS),
  /** The template that draws it. Default: the document's. */
  template: TemplateRef.optional(),
  /** A patch in `styles` for the whole track. */
  styleId: Id.optional(),
  /** Position of the lane relative to the main one. Default `below`. */
  lane: z.enum(['above', 'below', 'own']).optional(),
  place: Place.optional(),
  framePlaces: FramePlaces.optional(),
  /** The engine that translated it. */
  engine: storableText(200).optional(),
  /** Stored, but not shown. */
  hidden: z.literal(true).optional(),
})
export type TranslationTrack = z.output<typeof TranslationTrack>

/** All tracks over the words: the main one, then translations. */
export const Tracks = z
  .tuple([MainTrack], TranslationTrack)
  .refine(({ length }) => length <= MOST_PARTS.tracks, `Captions have at most ${MOST_PARTS.tracks} tracks`)
