import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Id } from '../edits/command-fields.ts'
import { withHandTimes } from '../parts/cue-parts.ts'
import { type CaptionDocument, type Cue, cuesOf, LATEST_MS, type Word } from '../document.ts'
import { placeOfWord, replaceWords } from '../edits/edit-words.ts'
import type { Part } from '../edits/footprint.ts'
import { cueIndexAt, wordIndex } from '../timing/spans.ts'
import { allWordsSteps, checkSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/**
 * Moves a word and all words after it in time by one offset, limited by the word before and the end of the video. Times
 * of cues that were set by hand move with their words. Refuses a shift that moves nothing.
 */
export const shiftWords = defineCommand({
  schema: z.strictObject({
    type: z.literal('shiftWords'),
    /** The first word that moves. */
    from: Id,
    /** Offset, ms; later above zero. */
    byMs: z.int().min(-LATEST_MS).max(LATEST_MS),
  }),
  label: ({ byMs }) => `Shift words ${formatNumber(Math.abs(byMs) / 1_000, 3)} s ${byMs < 0 ? 'earlier' : 'later'}`,
  steps: (doc) => 2 * allWordsSteps(doc) + checkSteps(doc),
  edit(doc, { from, byMs }) {
    const place = placeOfWord(doc, from)
    const shift = clampShift(doc, place, byMs)
    if (shift === 0) throw new AppError('unprocessable', 'There is no room to move these words.', { word: from })
    const moved = doc.words.slice(place).map((word, at): [number, Word[]] => {
      return [place + at, [{ ...word, t0: word.t0 + shift, t1: word.t1 + shift, timing: 'manual' }]]
    })
    return replaceWords(doc, new Map(moved), (cue) => shiftHandTimes(doc, cue, { place, shift }))
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    // A word that somebody else adds among them would not move.
    reads(doc, { from }) {
      const place = wordIndex(doc, from)
      const before = doc.words[place - 1]
      const order = doc.words.slice(place).map(({ id }): Part => `next:${id}`)
      const rest = [...order, ...spanParts(cuesOf(doc).slice(cueIndexAt(doc, place)))]
      return before === undefined ? ['next:', ...rest] : [`time:${before.id}`, `next:${before.id}`, ...rest]
    },
  },
  afterConflict: REAPPLY_WHOLE,
})

/** A cue with the times set by hand of its moved edges: its end, and its start if its first word moves. */
function shiftHandTimes(doc: CaptionDocument, cue: Cue, { place, shift }: { place: number; shift: number }): Cue {
  const move = (tMs: number | undefined) =>
    tMs === undefined ? undefined : Math.min(Math.max(0, tMs + shift), LATEST_MS)
  const t0 = wordIndex(doc, cue.from) < place ? cue.t0 : move(cue.t0)
  return withHandTimes(cue, { t0, t1: move(cue.t1) })
}

/** The offset, limited to the room there is, ms. */
function clampShift(doc: CaptionDocument, place: number, byMs: number): number {
  const first = doc.words[place]
  const last = doc.words.at(-1)
  if (first === undefined || last === undefined) return 0
  const earliest = (doc.words[place - 1]?.t1 ?? 0) - first.t0
  const latest = Math.max(doc.media.durMs, last.t1) - last.t1
  return Math.min(Math.max(byMs, earliest), latest)
}

/** The times by hand of these cues, and of those that somebody else splits off them. */
export function spanParts(cues: readonly Cue[]): Part[] {
  return cues.flatMap(({ id }): Part[] => [`span:${id}`, `nextcue:${id}`])
}
