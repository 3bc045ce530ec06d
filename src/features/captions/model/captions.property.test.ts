import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/shared/errors.ts'
import {
  type CaptionDocument,
  type Command,
  CaptionDocument as DocumentSchema,
  applyCommands,
  checkDocument,
  createDocument,
  cueSpan,
  cuesOf,
  exportJson,
  exportSrt,
  exportVtt,
  importDocument,
  importSubtitles,
  linesOf,
  PROFILES,
  segmentWords,
  textOf,
  wordsOf,
} from './index.ts'

const RUNS = { numRuns: 150 }

test('undo brings back exactly what was there, and redo exactly what was done', () => {
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

test('words that no edit touched keep their times and their very object', () => {
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

test('whatever is done, words stay in order, none overlaps, and captions share out all of them', () => {
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

test('splitting, merging and moving lose no word and change no time', () => {
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

test('cutting into captions keeps every word, in order, within the profile where words allow it', () => {
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

test('SRT and WebVTT read back with the same text, lines and times; JSON without any loss', () => {
  fc.assert(
    fc.property(someDocument(1), (doc) => {
      expect(importDocument(exportJson(doc))).toEqual(doc)
      const written = { srt: exportSrt(doc), vtt: exportVtt(doc), words: exportVtt(doc, { words: true }) }
      for (const [name, text] of Object.entries(written)) {
        const { words, lines } = importSubtitles(text)
        const again = createDocument({ ...doc, words, lines })
        expect(shown(again), name).toEqual(shown(doc))
        if (name === 'words')
          expect(words.map(({ text: said, startMs }) => [said, startMs])).toEqual(
            doc.words.map((word) => [word.text, word.t0]),
          )
      }
    }),
    RUNS,
  )
})

type Step = {
  readonly before: CaptionDocument
  readonly command: Command
  readonly after: CaptionDocument
  readonly inverse: Command[]
}
type Intent = { readonly type: Command['type']; readonly a: number; readonly b: number; readonly text: string }

/** Turns intents into commands that speak of words that are there; refusals are left out. */
function perform(start: CaptionDocument, intents: readonly Intent[]): Step[] {
  const steps: Step[] = []
  let doc = start
  for (const [at, intent] of intents.entries()) {
    const command = commandFor(doc, intent, `n${at}`)
    if (command === undefined) continue
    try {
      const { doc: after, inverse } = applyCommands(doc, [command])
      steps.push({ before: doc, command, after, inverse })
      doc = after
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return steps
}

function commandFor(doc: CaptionDocument, { type, a, b, text }: Intent, newId: string): Command | undefined {
  const word = doc.words[a % Math.max(1, doc.words.length)]
  const cue = cuesOf(doc)[a % Math.max(1, cuesOf(doc).length)]
  const id = word?.id ?? 'none'
  const run = doc.words
    .slice(a % Math.max(1, doc.words.length))
    .slice(0, 2 + (b % 3))
    .map((each) => each.id)
  switch (type) {
    case 'setWordText':
      return { type, id, text }
    case 'insertWords':
      return {
        type,
        after: b % 5 === 0 ? null : id,
        words: [
          { id: newId, text },
          { id: `${newId}b`, text: 'hello' },
        ],
        ...(b % 2 === 0 && { cueId: `${newId}c` }),
        ...(b % 3 === 0 && { t0: b * 50 }),
      }
    case 'deleteWords':
      return { type, ids: run }
    case 'splitWord':
      return {
        type,
        id,
        parts: [
          { id, text },
          { id: newId, text: 'second' },
        ],
      }
    case 'mergeWords':
      return run.length < 2 ? undefined : { type, ids: run, text }
    case 'retimeWords':
      return word && { type, words: [{ id, t0: Math.max(0, word.t0 + (b % 7) - 3), t1: word.t1 + (b % 5) - 2 }] }
    case 'setTag':
      return { type, ids: run, tag: 'keyword', on: b % 2 === 0 }
    case 'replaceText':
      return {
        type,
        find: ['a', 'the', 'two the', text][b % 4] ?? 'a',
        replace: ['', 'x', 'one two three', ' '][a % 4] ?? '',
        matchCase: false,
        wholeWords: b % 3 === 0,
        newId,
      }
    case 'splitCue':
      return { type, before: id, newId }
    case 'mergeCues':
      return cue && { type, id: cue.id }
    case 'setBreaks':
      return (
        cue && {
          type,
          id: cue.id,
          breaks:
            b % 4 === 0
              ? null
              : wordsOf(doc, cue)
                  .slice(1 + (b % 3))
                  .map((each) => each.id)
                  .slice(0, 1),
        }
      )
    case 'moveWord':
      return { type, id, to: b % 2 === 0 ? 'previous' : 'next' }
    case 'resegment':
      return { type, profile: b % 2 === 0 ? 'netflix' : 'shorts', newId }
    case 'setTemplate':
      return { type, template: { id: 'boxed', version: 1 + (b % 9) } }
    case 'setStyle':
      return {
        type,
        styleId: b % 2 === 0 ? 'main' : 'loud',
        patch: b % 3 === 0 ? null : { fill: { active: '#ff0000' } },
      }
    case 'restore':
      return undefined
    default:
      return type satisfies never
  }
}

/** The words an edit may change: those it names, or for typed words without room, the two beside them. */
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

function shown(doc: CaptionDocument) {
  return cuesOf(doc).map((cue) => ({ ...cueSpan(doc, cue), lines: linesOf(doc, cue).map(textOf) }))
}

function someDocument(minWords = 0): fc.Arbitrary<CaptionDocument> {
  const word = fc.record({
    text: someText(),
    pause: fc.constantFrom(0, 0, 0, 1, 60, 250, 900, 3_000),
    length: fc.integer({ min: 1, max: 900 }),
  })
  return fc.array(word, { minLength: minWords, maxLength: 40 }).map((made) => {
    let t = 0
    const words = made.map(({ text, pause, length }) => {
      const startMs = t + pause
      t = startMs + length
      return { text, startMs, endMs: t, confidence: 0.9, timing: 'asr' as const }
    })
    return createDocument({
      id: 'd',
      media: { id: 'p', durMs: t + 500, fps: { n: 30, d: 1 }, w: 1080, h: 1920 },
      lang: 'en',
      provenance: { engine: 'test', model: 'test' },
      words,
    })
  })
}

function someText(): fc.Arbitrary<string> {
  const known = fc.constantFrom(
    'the',
    'a',
    'two',
    'Ada',
    'Lovelace',
    'cats.',
    'runs,',
    '5',
    'km',
    'banana',
    'over',
    '&amp;',
    '5<6',
    'über',
    '–',
    '🎉',
    'a-->b',
    '2024',
  )
  return fc.oneof(known, fc.string({ unit: fc.constantFrom(...'abcdeéñ'), minLength: 1, maxLength: 14 }))
}

function someIntents(
  types: readonly Command['type'][] = [
    'setWordText',
    'insertWords',
    'deleteWords',
    'splitWord',
    'mergeWords',
    'retimeWords',
    'setTag',
    'replaceText',
    'splitCue',
    'mergeCues',
    'setBreaks',
    'moveWord',
    'resegment',
    'setTemplate',
    'setStyle',
  ],
): fc.Arbitrary<Intent[]> {
  return fc.array(fc.record({ type: fc.constantFrom(...types), a: fc.nat(200), b: fc.nat(200), text: someText() }), {
    minLength: 1,
    maxLength: 25,
  })
}
