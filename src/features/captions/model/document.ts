import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { BrandKitRef } from './document/brand-kit-ref.ts'
import type { Cue } from './document/cue.ts'
import { Frame } from './document/frame.ts'
import { MOST_PARTS, MOST_WORDS } from './document/limits.ts'
import { MediaFacts } from './document/media.ts'
import { Overlays } from './document/overlay.ts'
import { Cut, GlossaryEntry, Marker, SetAside, Speaker } from './document/parts.ts'
import { Qc } from './document/qc.ts'
import { Id, Lang, storableText } from './document/scalars.ts'
import { TemplateRef } from './document/template-ref.ts'
import { Tracks } from './document/track.ts'
import { Word } from './document/word.ts'

export { BrandKitRef, KitClosing, KitStyle, KitTitle } from './document/brand-kit-ref.ts'
export { Cue } from './document/cue.ts'
export { MOST_LETTERS, MOST_STYLES, MOST_WORDS } from './document/limits.ts'
export { MediaFacts } from './document/media.ts'
export { Overlays } from './document/overlay.ts'
export { ProfileId } from './document/qc.ts'
export { LATEST_MS, storableText } from './document/scalars.ts'
export { TemplateRef } from './document/template-ref.ts'
export { type MainTrack, type TranslationCue, type TranslationTrack } from './document/track.ts'
export { Censoring, LONGEST_WORD, Word, WordTag, WordText } from './document/word.ts'

/**
 * The name and version of the format. A change that a reader of this version misreads or refuses gets a new number and
 * a step in `upcast.ts`.
 */
export const SCHEMA = 'captiondoc/2'

/**
 * All captions of one video, format `captiondoc/2`. Empty parts are left out. `checkDocument` checks references between
 * parts, and `checkSize` their total size.
 */
export const CaptionDocument = z.strictObject({
  schema: z.literal(SCHEMA),
  id: z.string(),
  /** Counts saved changes, from 1; only the server increments it. */
  rev: z.int().min(1),
  media: MediaFacts,
  /** BCP 47 tag of the spoken language; `und` when unknown. */
  lang: Lang,
  /** The engine that found the words. */
  provenance: z.strictObject({ engine: storableText(200), model: storableText(200) }),
  words: z.array(Word).max(MOST_WORDS),
  /** The main track, then translations. */
  tracks: Tracks,
  template: TemplateRef,
  /** The creator's changes to the template; `MAIN_STYLE` applies to every cue. */
  styles: z.record(Id, LookPatch),
  qc: Qc,
  /** The brand kit that the document follows. */
  brandKit: BrandKitRef.optional(),
  overlays: Overlays.optional(),
  /** The people who speak; words refer to them by id. */
  speakers: z.array(Speaker).min(1).max(MOST_PARTS.speakers).optional(),
  /** Removed parts of the source, in media order. */
  cuts: z.array(Cut).min(1).max(MOST_PARTS.cuts).optional(),
  /** In media order. */
  markers: z.array(Marker).min(1).max(MOST_PARTS.markers).optional(),
  glossary: z.array(GlossaryEntry).min(1).max(MOST_PARTS.glossary).optional(),
  /** In media order. */
  setAside: z.array(SetAside).min(1).max(MOST_PARTS.setAside).optional(),
  /** The video in other aspect ratios. */
  frames: z.array(Frame).min(1).max(MOST_PARTS.frames).optional(),
})
export type CaptionDocument = z.output<typeof CaptionDocument>

/** Key in `styles` of the patch that applies to the whole document. */
export const MAIN_STYLE = 'main'

/** The cues of the main track, in media order. */
export function cuesOf(doc: CaptionDocument): readonly Cue[] {
  return doc.tracks[0].cues
}

/** The document with these cues in its main track. */
export function withCues(doc: CaptionDocument, cues: Cue[]): CaptionDocument {
  const [main, ...translations] = doc.tracks
  return { ...doc, tracks: [{ ...main, cues }, ...translations] }
}
