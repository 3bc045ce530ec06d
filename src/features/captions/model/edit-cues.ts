import { AppError } from '#platform/shared/errors.ts'
import type { CommandOf } from './commands.ts'
import { type CaptionDocument, type Cue, cuesOf } from './document.ts'
import { cueOver, type Edit, placeOfWord } from './edit.ts'
import { PROFILES } from './profiles.ts'
import { segmentWords } from './segment.ts'
import { cueIndex, cueIndexAt, wordsOf } from './spans.ts'

/** Ends a cue before a word; the rest becomes a cue of its own. */
export function splitCue(doc: CaptionDocument, { before, newId }: CommandOf<'splitCue'>): Edit {
  const at = cueIndexAt(doc, placeOfWord(doc, before))
  const cue = cueAt(doc, at)
  if (cue.from === before)
    throw new AppError('unprocessable', 'A caption cannot be split before its first word.', { word: before })
  const words = wordsOf(doc, cue)
  const cut = words.findIndex(({ id }) => id === before)
  return replaceCues(doc, at, 1, [
    cueOver(doc, cue, words.slice(0, cut)),
    cueOver(doc, { ...cue, id: newId }, words.slice(cut)),
  ])
}

/** Makes one cue of two neighbours; the first keeps its id. */
export function mergeCues(doc: CaptionDocument, { id }: CommandOf<'mergeCues'>): Edit {
  const at = placeOfCue(doc, id)
  const cue = cueAt(doc, at)
  const next = cuesOf(doc)[at + 1]
  if (next === undefined)
    throw new AppError('unprocessable', 'There is no caption after this one to merge with.', { cue: id })
  const words = [...wordsOf(doc, cue), ...wordsOf(doc, next)]
  const locked = cue.locked === true || next.locked === true
  const both: Cue = locked ? { ...cue, locked, breaks: [...cue.breaks, next.from, ...next.breaks] } : cue
  return replaceCues(doc, at, 2, [cueOver(doc, both, words)])
}

/** Breaks the lines of a cue by hand, or gives them back to the rules. */
export function setBreaks(doc: CaptionDocument, { id, breaks }: CommandOf<'setBreaks'>): Edit {
  const at = placeOfCue(doc, id)
  const cue = cueAt(doc, at)
  const words = wordsOf(doc, cue)
  const { locked: _, ...unlocked } = cue
  if (breaks === null) return replaceCues(doc, at, 1, [cueOver(doc, unlocked, words)])
  const next = cueOver(doc, { ...unlocked, locked: true, breaks }, words)
  if (next?.breaks.join(' ') !== breaks.join(' '))
    throw new AppError('unprocessable', 'A line can only begin with a word of its caption that is not the first.', {
      cue: id,
    })
  return replaceCues(doc, at, 1, [next])
}

/** Moves a word into the neighbouring cue, with those between it and that edge; an emptied cue goes. */
export function moveWord(doc: CaptionDocument, { id, to }: CommandOf<'moveWord'>): Edit {
  const place = placeOfWord(doc, id)
  const at = cueIndexAt(doc, place)
  const first = to === 'previous' ? at - 1 : at
  const earlier = cuesOf(doc)[first]
  const later = cuesOf(doc)[first + 1]
  if (earlier === undefined || later === undefined)
    throw new AppError('unprocessable', `There is no ${to} caption.`, { word: id })
  const words = [...wordsOf(doc, earlier), ...wordsOf(doc, later)]
  const cut = words.findIndex((word) => word.id === id) + (to === 'previous' ? 1 : 0)
  return replaceCues(doc, first, 2, [cueOver(doc, earlier, words.slice(0, cut)), cueOver(doc, later, words.slice(cut))])
}

/** Cuts all words into cues anew. */
export function resegment(doc: CaptionDocument, { profile, newId }: CommandOf<'resegment'>): Edit {
  const cues = segmentWords(doc.words, PROFILES[profile], doc.lang).map((cue, at) => ({
    ...cue,
    id: `${newId}-${at + 1}`,
  }))
  return { profile, cues: [{ after: null, remove: cuesOf(doc).map(({ id }) => id), insert: cues }] }
}

function replaceCues(doc: CaptionDocument, at: number, count: number, instead: readonly (Cue | undefined)[]): Edit {
  const cues = cuesOf(doc)
  const remove = cues.slice(at, at + count).map(({ id }) => id)
  return { cues: [{ after: cues[at - 1]?.id ?? null, remove, insert: instead.filter((cue) => cue !== undefined) }] }
}

function placeOfCue(doc: CaptionDocument, id: string): number {
  const at = cueIndex(doc, id)
  if (at < 0) throw new AppError('unprocessable', 'That caption is no longer there.', { cue: id })
  return at
}

function cueAt(doc: CaptionDocument, at: number): Cue {
  const cue = cuesOf(doc)[at]
  if (cue === undefined) throw new RangeError(`no cue at place ${at}`)
  return cue
}
