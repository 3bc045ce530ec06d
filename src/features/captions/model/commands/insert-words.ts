import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id, Ms, TypedWord } from '../edits/command-fields.ts'
import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import type { Edit } from '../edits/edit.ts'
import { cueOver, placeOfWord, replaceWords, typedWord } from '../edits/edit-words.ts'
import type { Part } from '../edits/footprint.ts'
import { countText } from '../edits/label-text.ts'
import { cueIndex, cueIndexAt, type Span, wordIndex } from '../timing/spans.ts'
import { cueSteps, typedSteps } from '../edits/step-costs.ts'
import { joinBetween } from '../breaks/text-width.ts'
import { leastMs, shareSpan, speakingMs } from '../timing/timing.ts'
import { sharedParts } from '../parts/word-parts.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

const InsertWords = z.strictObject({
  type: z.literal('insertWords'),
  /** The word before; null for the start. */
  after: Id.nullable(),
  words: z.array(TypedWord).min(1).max(2_000),
  /** The cue they join, or the id of a new one. Default: the cue of the word before. */
  cueId: Id.optional(),
  /** Start of the first word, ms. Default: right after the word before. */
  t0: Ms.optional(),
})
type InsertWords = z.output<typeof InsertWords>

/**
 * Adds typed words between two others, timed by syllables in the silence there. If that is shorter than 40 ms a word,
 * the neighbours give up to half of their time. The new words take the speaker of the word they join. Refuses words
 * without a place, or without 1 ms each.
 */
export const insertWords = defineCommand({
  schema: InsertWords,
  label: ({ words }) => `Add ${countText(words.length, 'word')}`,
  steps: (doc, { after, words }) => cueSteps(doc, after === null ? [] : [after]) + typedSteps(words),
  edit(doc, command) {
    const place = command.after === null ? -1 : placeOfWord(doc, command.after)
    const fitted = fit(doc, place, command)
    const cue = hostCue(doc, place, command.cueId)
    if (cue === undefined) return insertCue(doc, place, command.cueId, fitted)
    const { before, next } = fitted
    const joinsBefore = before !== undefined && cueIndexAt(doc, place) === cueIndex(doc, cue.id)
    const shared = sharedParts(joinsBefore ? before : next)
    const typed = fitted.typed.map((word) => ({ ...word, ...shared }))
    const around = new Map<number, Word[]>()
    if (before !== undefined) around.set(place, joinsBefore ? [before, ...typed] : [before])
    if (next !== undefined) around.set(place + 1, joinsBefore ? [next] : [...typed, next])
    return replaceWords(doc, onlyChanged(doc, around))
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    reads(doc, { after, words: [first] }) {
      const place = after === null ? -1 : wordIndex(doc, after)
      const around = [doc.words[place], doc.words[place + 1]].filter((word) => word !== undefined)
      const letter = [...(first?.text ?? '')].at(0)
      // In scripts without spaces, the letter before decides whether a space comes between.
      const mayAdjoin = letter !== undefined && joinBetween(letter, letter) === 'none'
      const before: Part[] = mayAdjoin && after !== null ? [`word:${after}`] : []
      return [...around.flatMap(({ id }): Part[] => [`time:${id}`, `speaker:${id}`]), ...before]
    },
  },
  afterConflict: REAPPLY_WHOLE,
})

/** The typed words and their neighbours, which may have given up some time. */
type Fitted = { readonly before: Word | undefined; readonly typed: Word[]; readonly next: Word | undefined }

function fit(doc: CaptionDocument, place: number, { words, t0 }: InsertWords): Fitted {
  const before = doc.words[place]
  const next = doc.words[place + 1]
  const texts = words.map(({ text }) => text)
  const wanted = speakingMs(texts)
  const from = before?.t1 ?? 0
  const free = { t0: from, t1: next?.t0 ?? Math.max(doc.media.durMs, from + leastMs(texts.length)) }
  const room =
    free.t1 - free.t0 >= leastMs(texts.length)
      ? chooseSpan(
          free,
          wanted,
          leastMs(texts.length),
          t0 ?? (before === undefined && next !== undefined ? free.t1 - wanted : free.t0),
        )
      : borrow(free, leastMs(texts.length), before, next)
  const spans = shareSpan(room, texts)
  return {
    before: before === undefined || before.t1 <= room.t0 ? before : { ...before, t1: room.t0, timing: 'interpolated' },
    typed: words.map((word, at) => typedWord(word, at === 0 ? before?.text : texts[at - 1], spans[at] ?? room)),
    next: next === undefined || next.t0 >= room.t1 ? next : { ...next, t0: room.t1, timing: 'interpolated' },
  }
}

/** The part of a free span for words that want `wanted` ms from `start`, and need at least `least` ms. */
function chooseSpan(free: Span, wanted: number, least: number, start: number): Span {
  const t0 = Math.max(free.t0, Math.min(start, free.t1 - least))
  return { t0, t1: Math.min(t0 + wanted, free.t1) }
}

/** Widens a span that is too short with time of the neighbours, the longer one first. */
function borrow(free: Span, least: number, before: Word | undefined, next: Word | undefined): Span {
  const half = (word: Word | undefined) => (word === undefined ? 0 : Math.floor((word.t1 - word.t0) / 2))
  const missing = least - (free.t1 - free.t0)
  const fromBefore =
    half(before) >= half(next)
      ? Math.min(missing, half(before))
      : Math.max(0, Math.min(missing - half(next), half(before)))
  const fromNext = Math.min(missing - fromBefore, half(next))
  return { t0: free.t0 - fromBefore, t1: free.t1 + fromNext }
}

/** The cue that the words join; undefined if they get their own. */
function hostCue(doc: CaptionDocument, place: number, cueId: string | undefined): Cue | undefined {
  const cues = cuesOf(doc)
  const beside = [place, place + 1].filter((at) => doc.words[at] !== undefined).map((at) => cues[cueIndexAt(doc, at)])
  if (cueId === undefined) return beside[0]
  const known = cues[cueIndex(doc, cueId)]
  if (known !== undefined && !beside.includes(known))
    throw new AppError('unprocessable', 'Words can only join a caption next to them.', { cue: cueId })
  return known
}

function insertCue(
  doc: CaptionDocument,
  place: number,
  cueId: string | undefined,
  { before, typed, next }: Fitted,
): Edit {
  const cues = cuesOf(doc)
  const previous = before === undefined ? undefined : cues[cueIndexAt(doc, place)]
  const following = next === undefined ? undefined : cues[cueIndexAt(doc, place + 1)]
  if (cueId === undefined) throw new AppError('unprocessable', 'The first words need a caption.')
  if (previous !== undefined && previous === following)
    throw new AppError('unprocessable', 'A new caption cannot begin inside another; split that one first.')
  const cue = cueOver(doc, { id: cueId, from: '', to: '', breaks: [] }, typed)
  const around = new Map<number, Word[]>()
  if (before !== undefined) around.set(place, [before, ...typed])
  if (next !== undefined) around.set(place + 1, before === undefined ? [...typed, next] : [next])
  const words =
    around.size === 0 ? [{ after: null, remove: [], insert: typed }] : replaceWords(doc, onlyChanged(doc, around)).words
  return {
    ...(words && { words }),
    cues: [{ after: previous?.id ?? null, remove: [], insert: cue === undefined ? [] : [cue] }],
  }
}

function onlyChanged(doc: CaptionDocument, replacements: ReadonlyMap<number, Word[]>): ReadonlyMap<number, Word[]> {
  return new Map([...replacements].filter(([place, words]) => words.length !== 1 || words[0] !== doc.words[place]))
}
