import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'

/** The name and version of the format; a change that old readers misread gets a new number and a migration. */
export const SCHEMA = 'captiondoc/1'

/** Most words of one document: the longest video, two hours, at 250 words a minute. */
export const MOST_WORDS = 30_000
/** Most letters of one document, in UTF-16 units of what its words say and what was heard: 15 and 15 a word. */
export const MOST_LETTERS = 900_000
/** Most patches in `styles`. */
export const MOST_STYLES = 200

/** Latest time in a document, ms: ten days. */
export const LATEST_MS = 864_000_000

/** Whole milliseconds of media time. */
const Ms = z.int().min(0).max(LATEST_MS)
const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/, 'An id is letters, digits and . : _ -')

const Lang = z.string().regex(/^[a-z]{2,8}(?:-[\da-z]{1,8})*$/i, 'A language is a BCP 47 tag')

/** A text that every encoder and the database accept. */
export function storableText(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'A text is valid Unicode')
}

/** Longest text of a word, in UTF-16 units. */
export const LONGEST_WORD = 200

/** What a word says: no blanks, no control characters, and text that every encoder accepts. */
export const WordText = z
  .string()
  .min(1)
  .max(LONGEST_WORD)
  .refine((text) => !/[\s\p{Cc}]/u.test(text), 'A word has no blanks in it')
  .refine((text) => text.isWellFormed(), 'A word is valid Unicode')

/** What a creator, or a rule, said about a word; templates may style each. */
export const WordTag = z.enum(['keyword', 'filler', 'profanity', 'number', 'sound'])
export type WordTag = z.output<typeof WordTag>

/** One word. Words own time: `0 ≤ t0 < t1`, in order, and none overlaps the next. */
export const Word = z.strictObject({
  /** Never changes, whatever happens to the word. */
  id: Id,
  /** Start, ms. */
  t0: Ms,
  /** End, ms. */
  t1: Ms,
  text: WordText,
  /** What the recogniser wrote; no edit changes it. Empty for a word that was typed in. */
  raw: storableText(200),
  /** Probability that the text is right, 0 to 1; absent where nobody said. */
  conf: z.number().min(0).max(1).optional(),
  /** Where the time came from; `manual` is a person's. */
  timing: z.enum(['asr', 'aligned', 'interpolated', 'manual']),
  tags: z.array(WordTag).max(WordTag.options.length),
  /** What stands between this word and the one before it: a space, or nothing (Japanese, Thai). */
  join: z.enum(['space', 'none']),
})
export type Word = z.output<typeof Word>

/** One caption: a range of words shown together. The cues of a track share out all words, in order. */
export const Cue = z.strictObject({
  id: Id,
  /** First word. */
  from: Id,
  /** Last word. */
  to: Id,
  /** Words that begin a new line, in order; never the first of the cue. */
  breaks: z.array(Id),
  /** The lines were broken by hand: no edit breaks them anew. */
  locked: z.boolean().optional(),
  /** A patch in `styles` for this cue alone. */
  styleId: Id.optional(),
})
export type Cue = z.output<typeof Cue>

/** A row of captions over the words. Version 1 has one: the main track. */
export const Track = z.strictObject({
  id: Id,
  role: z.literal('main'),
  lang: Lang,
  dir: z.enum(['ltr', 'rtl']),
  cues: z.array(Cue).max(MOST_WORDS),
})
export type Track = z.output<typeof Track>

/** The facts of the video that times and placement depend on. */
export const MediaFacts = z.strictObject({
  /** The project whose video it is. */
  id: z.string(),
  durMs: Ms.min(1),
  /** Frames a second, as a fraction. */
  fps: z.strictObject({ n: z.int().min(1), d: z.int().min(1) }),
  /** Upright, in square pixels. */
  w: z.int().min(1),
  h: z.int().min(1),
})
export type MediaFacts = z.output<typeof MediaFacts>

/** Which template draws the captions. */
export const TemplateRef = z.strictObject({ id: Id, version: z.int().min(1) })
export type TemplateRef = z.output<typeof TemplateRef>

/** The rules that captions are cut by; see `PROFILES`. */
export const ProfileId = z.enum(['shorts', 'netflix', 'bbc'])
export type ProfileId = z.output<typeof ProfileId>

/** The captions of one video, whole: format `captiondoc/1`. */
export const CaptionDocument = z.strictObject({
  schema: z.literal(SCHEMA),
  id: z.string(),
  /** Counts saved changes, from 1; the server's to raise. */
  rev: z.int().min(1),
  media: MediaFacts,
  /** BCP 47 tag of what is spoken; `und` when unknown. */
  lang: Lang,
  /** What found the words. */
  provenance: z.strictObject({ engine: storableText(200), model: storableText(200) }),
  words: z.array(Word).max(MOST_WORDS),
  tracks: z.tuple([Track]),
  template: TemplateRef,
  /** What the creator changed about the template, and no more; `MAIN_STYLE` applies to every cue. */
  styles: z.record(Id, LookPatch),
  qc: z.strictObject({ profile: ProfileId }),
})
export type CaptionDocument = z.output<typeof CaptionDocument>

/** Key in `styles` of the patch that applies to the whole document. */
export const MAIN_STYLE = 'main'

/** The cues of the main track, in media order. */
export function cuesOf(doc: CaptionDocument): readonly Cue[] {
  return doc.tracks[0].cues
}

/** The same document with other cues in its main track. */
export function withCues(doc: CaptionDocument, cues: Cue[]): CaptionDocument {
  return { ...doc, tracks: [{ ...doc.tracks[0], cues }] }
}
