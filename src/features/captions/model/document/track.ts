import { z } from 'zod'
import { Cue } from './cue.ts'
import { MOST_PARTS, MOST_WORDS } from './limits.ts'
import { FramePlaces, Place } from './place.ts'
import { Id, Lang, storableText, TextDirection } from './scalars.ts'
import { TemplateRef } from './template-ref.ts'

/** The captions of what is spoken, in its language. */
export const MainTrack = z.strictObject({
  id: Id,
  role: z.literal('main'),
  lang: Lang,
  dir: TextDirection,
  cues: z.array(Cue).max(MOST_WORDS),
})
export type MainTrack = z.output<typeof MainTrack>

/** A range of words in another language. It is on screen while its words are; words may have no translation. */
export const TranslationCue = z.strictObject({
  id: Id,
  /** First word. */
  from: Id,
  /** Last word. */
  to: Id,
  /** What it says; a line break begins a new line. */
  text: storableText(1_000).min(1),
  /** FNV-1a, 64 bits, in hex, of the text of its words when it was translated: another one means that it is stale. */
  sourceHash: z.string().regex(/^[\da-f]{16}$/, 'A hash is 16 hex digits'),
  /** A person wrote or confirmed it. */
  confirmed: z.literal(true).optional(),
  /** A patch in `styles` for this cue alone. */
  styleId: Id.optional(),
  place: Place.optional(),
  framePlaces: FramePlaces.optional(),
})
export type TranslationCue = z.output<typeof TranslationCue>

/** The captions in another language: a lane of its own, with cues in media order, none of which share a word. */
export const TranslationTrack = z.strictObject({
  id: Id,
  role: z.literal('translation'),
  lang: Lang,
  dir: TextDirection,
  cues: z.array(TranslationCue).max(MOST_WORDS),
  /** What draws it. Default: the document's template. */
  template: TemplateRef.optional(),
  /** A patch in `styles` for the whole track. */
  styleId: Id.optional(),
  /** Where the lane stands beside the main one. Default `below`. */
  lane: z.enum(['above', 'below', 'own']).optional(),
  place: Place.optional(),
  framePlaces: FramePlaces.optional(),
  /** What translated it. */
  engine: storableText(200).optional(),
  /** Kept, but not shown. */
  hidden: z.literal(true).optional(),
})
export type TranslationTrack = z.output<typeof TranslationTrack>

/** All rows of captions over the words: the main one, and translations. */
export const Tracks = z
  .tuple([MainTrack], TranslationTrack)
  .refine(({ length }) => length <= MOST_PARTS.tracks, `Captions have at most ${MOST_PARTS.tracks} tracks`)
