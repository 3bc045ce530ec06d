import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Ms } from '../edits/command-fields.ts'
import { withHandTimes } from '../parts/cue-parts.ts'
import { type CaptionDocument, type Cue, cuesOf, LATEST_MS, type Word } from '../document.ts'
import type { Marker } from '../document/parts.ts'
import { replaceItems } from '../edits/edit-parts.ts'
import { replaceWords } from '../edits/edit-words.ts'
import { allWordsSteps, checkSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'
import { spanParts } from './shift-words.ts'

/** A time of the captions, and where it belongs, ms. */
const Point = z.strictObject({ t: Ms, to: Ms })

/** Times before and after: linear, rising. */
type TimeMap = (tMs: number) => number

/**
 * Maps all words, times of cues set by hand, and markers so that two times reach their places, as for a video that was
 * cut again at another speed. Words keep their order and at least 1 ms each. Refuses points in the wrong order, and
 * words outside the video.
 */
export const stretchWords = defineCommand({
  schema: z.strictObject({ type: z.literal('stretchWords'), points: z.tuple([Point, Point]) }),
  label: () => 'Stretch the times',
  steps: (doc) => 2 * allWordsSteps(doc) + checkSteps(doc) + (doc.markers?.length ?? 0),
  edit(doc, { points: [from, until] }) {
    if (until.t <= from.t || until.to <= from.to)
      throw new AppError('unprocessable', 'The second point must be later than the first.')
    const speed = (until.to - from.to) / (until.t - from.t)
    const map: TimeMap = (tMs) => from.to + (tMs - from.t) * speed
    const words = mapWords(doc, map)
    const edit = replaceWords(doc, new Map(words.map((word, place) => [place, [word]])), (cue) => mapCue(cue, map))
    const markers = (doc.markers ?? []).map((marker): Marker => ({ ...marker, t: mapWithin(marker.t, map) }))
    return markers.length === 0 ? edit : { ...edit, parts: { ...edit.parts, markers: replaceItems(markers) } }
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    // A word, marker or time that somebody else adds would not move.
    reads: (doc) => ['words', ...spanParts(cuesOf(doc)), 'part:markers'],
  },
  afterConflict: REAPPLY_WHOLE,
})

function mapWords(doc: CaptionDocument, map: TimeMap): Word[] {
  const [first] = doc.words
  const last = doc.words.at(-1)
  if (first === undefined || last === undefined)
    throw new AppError('unprocessable', 'There are no words to stretch yet.')
  if (Math.round(map(first.t0)) < 0)
    throw new AppError('unprocessable', 'The first words would start before the video. Choose other times.')
  let free = 0
  const words = doc.words.map((word): Word => {
    const t0 = Math.max(Math.round(map(word.t0)), free)
    free = Math.max(Math.round(map(word.t1)), t0 + 1)
    return { ...word, t0, t1: free, timing: 'manual' }
  })
  if (free > Math.max(doc.media.durMs, last.t1))
    throw new AppError('unprocessable', 'The last words would end after the video. Choose other times.')
  return words
}

function mapCue(cue: Cue, map: TimeMap): Cue {
  const mapped = (tMs: number | undefined) => (tMs === undefined ? undefined : mapWithin(tMs, map))
  return withHandTimes(cue, { t0: mapped(cue.t0), t1: mapped(cue.t1) })
}

function mapWithin(tMs: number, map: TimeMap): number {
  return Math.min(Math.max(0, Math.round(map(tMs))), LATEST_MS)
}
