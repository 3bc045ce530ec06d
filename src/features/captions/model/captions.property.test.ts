import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSubtitles } from '#features/transcription/model/index.ts'
import { perform, someDocument, someIntents } from '../../../../tests/support/caption-edits.ts'
import {
  type CaptionDocument,
  type Command,
  CaptionDocument as DocumentSchema,
  applyCommands,
  checkDocument,
  cueSpan,
  cuesOf,
  exportJson,
  exportSrt,
  exportVtt,
  importDocument,
  linesOf,
  PROFILES,
  segmentWords,
  textOf,
  wordsOf,
} from './index.ts'

const RUNS = { numRuns: 150 }

test('undoes and redoes edits exactly', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      const history = perform(start, intents)
      let doc = history.at(-1)?.after ?? start
      for (const { before, inverse } of history.toReversed()) {
        doc = applyCommands(doc, inverse).doc
        expect(doc).toEqual(before)
      }
      expect(doc).toEqual(start)
      for (const { command, after } of history) {
        doc = applyCommands(doc, [command]).doc
        expect(doc).toEqual(after)
      }
    }),
    RUNS,
  )
})

test('keeps times and identity of words that no edit touches', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      for (const { before, command, after } of perform(start, intents)) {
        const touched = touchedBy(before, command)
        const now = new Map(after.words.map((word) => [word.id, word]))
        for (const word of before.words)
          if (!touched.has(word.id)) expect(now.get(word.id), `${command.type} ${word.id}`).toBe(word)
      }
    }),
    RUNS,
  )
})

test('keeps words in order, without overlaps, and covered by captions after any edit', () => {
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      for (const { after } of perform(start, intents)) {
        checkDocument(after)
        DocumentSchema.parse(after)
        expectCuesApart(after)
      }
    }),
    RUNS,
  )
})

test('loses no word and changes no time when splitting, merging and moving', () => {
  fc.assert(
    fc.property(
      someDocument(),
      someIntents(['splitCue', 'mergeCues', 'moveWord', 'resegment', 'setBreaks']),
      (start, intents) => {
        for (const { after } of perform(start, intents)) expect(after.words).toBe(start.words)
      },
    ),
    RUNS,
  )
})

test('keeps every word in order when cutting, within the profile where words allow it', () => {
  fc.assert(
    fc.property(someDocument(), fc.constantFrom('shorts', 'netflix', 'bbc'), (doc, id) => {
      const profile = PROFILES[id]
      const cues = segmentWords(doc.words, profile, 'en')
      const recut = { ...doc, tracks: [{ ...doc.tracks[0], cues }] } satisfies CaptionDocument
      checkDocument(recut)
      for (const cue of cues) {
        const words = wordsOf(recut, cue)
        const lines = linesOf(recut, cue)
        if (words.length === 1) continue
        expect(lines.length).toBeLessThanOrEqual(profile.maxLines)
        for (const line of lines) expect(textOf(line).length).toBeLessThanOrEqual(profile.maxCharsPerLine)
        expect((words.at(-1)?.t1 ?? 0) - (words[0]?.t0 ?? 0)).toBeLessThanOrEqual(profile.maxMs)
      }
    }),
    RUNS,
  )
})

test('reads SRT and WebVTT back with the same text, lines and times, and JSON without loss', () => {
  fc.assert(
    fc.property(someDocument(1), (doc) => {
      expect(importDocument(exportJson(doc))).toEqual(doc)
      expect(readSubtitles(exportVtt(doc)).cues).toEqual(cuesOnScreen(doc))
      const stamped = readSubtitles(exportVtt(doc, { words: true })).cues
      expect(stamped.map(({ startMs, endMs, text }) => ({ startMs, endMs, text }))).toEqual(cuesOnScreen(doc))
      // SubRip cannot distinguish a literal `&amp;` from an escaped ampersand.
      fc.pre(doc.words.every(({ text }) => !text.includes('&amp;')))
      expect(readSubtitles(exportSrt(doc)).cues).toEqual(cuesOnScreen(doc))
    }),
    RUNS,
  )
})

/** The captions with the times at which they are shown. */
function cuesOnScreen(doc: CaptionDocument) {
  return cuesOf(doc).map((cue) => {
    const { t0, t1 } = cueSpan(doc, cue)
    return { startMs: t0, endMs: t1, text: linesOf(doc, cue).map(textOf).join('\n') }
  })
}

/** The words an edit may change: those it names, and for typed words without room, their two neighbours. */
function touchedBy(doc: CaptionDocument, command: Command): ReadonlySet<string> {
  switch (command.type) {
    case 'insertWords': {
      const place = doc.words.findIndex(({ id }) => id === command.after)
      const [before, next] = [doc.words[place], doc.words[place + 1]]
      const room = (next?.t0 ?? Number.POSITIVE_INFINITY) - (before?.t1 ?? 0)
      return new Set(room >= 80 ? [] : [before, next].flatMap((word) => word?.id ?? []))
    }
    case 'replaceText':
      return new Set(
        doc.words
          .filter(({ text }) => [...command.find.toLowerCase()].some((letter) => text.toLowerCase().includes(letter)))
          .map(({ id }) => id),
      )
    case 'setWordText':
    case 'splitWord':
      return new Set([command.id])
    case 'retimeWords':
      return new Set(command.words.map(({ id }) => id))
    case 'deleteWords':
    case 'mergeWords':
    case 'setTag':
      return new Set(command.ids)
    case 'stretchWords':
      return new Set(doc.words.map(({ id }) => id))
    case 'setDecor':
      return new Set(command.items.map(({ wordId }) => wordId))
    case 'removeDecor':
    case 'setCensoring':
    case 'setHidden':
    case 'setWordStyle':
      return new Set(command.wordIds)
    case 'removeSpeaker':
      return new Set(doc.words.flatMap(({ id, speaker }) => (speaker === command.id ? [id] : [])))
    case 'setSpeaker': {
      const placeOf = (wanted: string) => doc.words.findIndex(({ id }) => id === wanted)
      return new Set(doc.words.slice(placeOf(command.from), placeOf(command.to) + 1).map(({ id }) => id))
    }
    case 'shiftWords':
      return new Set(doc.words.slice(doc.words.findIndex(({ id }) => id === command.from)).map(({ id }) => id))
    default:
      return new Set()
  }
}

function expectCuesApart(doc: CaptionDocument): void {
  let end = 0
  for (const cue of cuesOf(doc)) {
    const { t0, t1 } = cueSpan(doc, cue)
    expect(t0).toBeGreaterThanOrEqual(end)
    expect(t1).toBeGreaterThan(t0)
    end = t1
  }
}
