import type { Command } from './commands/table.ts'
import { type CaptionDocument, cuesOf, type TranslationCue, type Word } from './document.ts'
import { MOST_PARTS } from './document/limits.ts'
import type { Edit } from './edits/edit.ts'
import { wordIndex } from './timing/spans.ts'
import type { Splice } from './edits/splices.ts'
import { translationsOf } from './translations.ts'

/**
 * The command that replaces the words and captions of a document by those of a new transcript, and the differences
 * between an earlier script and its sound by those of the new one. Translations keep their times; one without words under it is removed.
 */
export function replaceTranscript(current: CaptionDocument, fresh: CaptionDocument): Command {
  const translationCues = translationsOf(current).map(({ id, cues }) => ({
    track: id,
    splices: [{ after: null, remove: cues.map((cue) => cue.id), insert: retimed(current, cues, fresh.words) }],
  }))
  const setAside = replaceDifferences(current, fresh)
  const parts = {
    ...(translationCues.length > 0 && { translationCues }),
    ...(setAside.length > 0 && { setAside }),
    // The new words name speakers of their own.
    ...(fresh.speakers && { speakers: replaceAll(current.speakers, fresh.speakers) }),
  }
  return {
    type: 'restore',
    words: [{ after: null, remove: current.words.map(({ id }) => id), insert: fresh.words }],
    cues: [{ after: null, remove: cuesOf(current).map(({ id }) => id), insert: [...cuesOf(fresh)] }],
    profile: fresh.qc.profile,
    ...(Object.keys(parts).length > 0 && { parts }),
  }
}

/** Replaces all texts set aside, in media order: those of an earlier cut stay, as far as there is room. */
function replaceDifferences({ setAside: before = [] }: CaptionDocument, { setAside: fresh = [] }: CaptionDocument) {
  const kept = before.filter(({ why }) => why === 'not-in-cut')
  if (fresh.length === 0 && kept.length === before.length) return []
  const rest = [...kept.slice(0, MOST_PARTS.setAside - fresh.length), ...fresh]
  return replaceAll(
    before,
    rest.toSorted((a, b) => a.t - b.t),
  )
}

/**
 * The commands that replace everything in a document by the contents of an imported one. They remove everything before
 * they insert: between them, styles and parts of both documents could exceed the limits.
 */
export function replaceCaptions(current: CaptionDocument, imported: CaptionDocument): Command[] {
  const removed = Object.keys(current.styles).filter((styleId) => !Object.hasOwn(imported.styles, styleId))
  const empty = emptyDocument(current)
  return [
    { type: 'restore', ...replaceContents(current, empty) },
    ...removed.map((styleId): Command => ({ type: 'restore', style: { styleId, patch: null } })),
    ...Object.entries(imported.styles).map(([styleId, patch]): Command => ({
      type: 'restore',
      style: { styleId, patch },
    })),
    {
      type: 'restore',
      ...replaceContents(empty, imported),
      template: imported.template,
      profile: imported.qc.profile,
    },
  ]
}

function emptyDocument({
  schema,
  id,
  rev,
  media,
  lang,
  provenance,
  tracks: [main],
  template,
  styles,
  qc,
}: CaptionDocument) {
  const tracks: CaptionDocument['tracks'] = [{ ...main, cues: [] }]
  const { profile } = qc
  const doc: CaptionDocument = {
    schema,
    id,
    rev,
    media,
    lang,
    provenance,
    words: [],
    tracks,
    template,
    styles,
    qc: { profile },
  }
  return doc
}

/** The edit that replaces words, captions and optional parts of one document by those of another. */
function replaceContents(before: CaptionDocument, after: CaptionDocument): Edit {
  return {
    words: replaceAll(before.words, after.words),
    cues: replaceAll(cuesOf(before), cuesOf(after)),
    parts: {
      speakers: replaceAll(before.speakers, after.speakers),
      cuts: replaceAll(before.cuts, after.cuts),
      markers: replaceAll(before.markers, after.markers),
      glossary: replaceAll(before.glossary, after.glossary),
      setAside: replaceAll(before.setAside, after.setAside),
      frames: replaceAll(before.frames, after.frames),
      translations: replaceAll(translationsOf(before), translationsOf(after)),
      brandKit: after.brandKit ?? null,
      overlays: after.overlays ?? null,
      limits: after.qc.limits ?? null,
      waivers: after.qc.waivers ?? null,
    },
  }
}

function replaceAll<Item extends { readonly id: string }>(
  before: readonly Item[] = [],
  after: readonly Item[] = [],
): Splice<Item>[] {
  return [{ after: null, remove: before.map(({ id }) => id), insert: [...after] }]
}

/** Translations over the new words of the same time. The middle of a word decides where it belongs. */
function retimed(doc: CaptionDocument, cues: readonly TranslationCue[], words: readonly Word[]): TranslationCue[] {
  let at = 0
  return cues.flatMap((cue) => {
    const t0 = doc.words[wordIndex(doc, cue.from)]?.t0 ?? 0
    const t1 = doc.words[wordIndex(doc, cue.to)]?.t1 ?? 0
    while (at < words.length && middleOf(words[at]) < t0) at++
    const first = at
    while (at < words.length && middleOf(words[at]) < t1) at++
    const [from, to] = [words[first], words[at - 1]]
    return at > first && from !== undefined && to !== undefined ? [{ ...cue, from: from.id, to: to.id }] : []
  })
}

function middleOf(word: Word | undefined): number {
  return word === undefined ? 0 : (word.t0 + word.t1) / 2
}
