import { expect, test } from 'vitest'
import { documentOf as captionsOf } from '../../../../../tests/support/large-captions.ts'
import { type CaptionDocument, cuesOf } from '../../model/index.ts'
import { isOneLongLine, readFirstLines, readLines, readLinesInTurns, writeLines } from './document-lines.ts'

const LONG = captionsOf(Array.from({ length: 30_000 }, (_, at) => `word${at % 97}`.padEnd(30, '‹')))

test.each([
  ['a short document', captionsOf(['one', 'two'])],
  ['a document without words', captionsOf([])],
  ['the longest document', LONG],
])('%s is read back from its lines, at once and in turns', async (_what, doc) => {
  const bytes = Buffer.from(writeLines(doc))
  expect(readLines(bytes)).toEqual(doc)
  expect(await readLinesInTurns(bytes)).toEqual(doc)
})

test('the first lines hold captions with all their words', () => {
  const start = readFirstLines(Buffer.from(writeLines(LONG)))
  const words = start.words.map(({ id }) => id)
  expect(words).toEqual(LONG.words.slice(0, 500).map(({ id }) => id))
  const cues = cuesOf(start)
  expect(cues.length).toBeGreaterThan(20)
  expect(cues).toEqual(cuesOf(LONG).slice(0, cues.length))
  expect(words).toContain(cues.at(-1)?.to)
  expect(words).not.toContain(cuesOf(LONG)[cues.length]?.to)
})

test('a document of one line is read whole from its first lines', () => {
  const short = captionsOf(['one', 'two'])
  expect(readFirstLines(Buffer.from(writeLines(short)))).toEqual(short)
})

test('a text like the beginning of a line is no line', () => {
  const words = Array.from({ length: 600 }, () => '\n{"track":0,')
  const doc = captionsOf(words)
  expect(cuesOf(readFirstLines(Buffer.from(writeLines(doc))))[0]).toEqual(cuesOf(doc)[0])
})

test('keeps the captions of each track in their track', async () => {
  const [main] = LONG.tracks
  const cues = main.cues.map(({ id, from, to }) => ({
    id: `t-${id}`,
    from,
    to,
    text: 'mot',
    sourceHash: '0'.repeat(16),
  }))
  const french = { id: 'fr', role: 'translation' as const, lang: 'fr', dir: main.dir, cues }
  const translated: CaptionDocument = { ...LONG, tracks: [main, french] }
  const lines = writeLines(translated)
  expect(lines.split('\n').length).toBeGreaterThan(70)
  expect(readLines(Buffer.from(lines))).toEqual(translated)
  expect(readFirstLines(Buffer.from(lines))).toEqual(translated)
})

test('reads the single line of an earlier release', async () => {
  const bytes = Buffer.from(JSON.stringify(LONG))
  expect(isOneLongLine(bytes)).toBe(true)
  expect(await readLinesInTurns(bytes)).toEqual(LONG)
  expect(isOneLongLine(Buffer.from(writeLines(LONG)))).toBe(false)
})

test('parses a long document in many turns of the event loop', async () => {
  const bytes = Buffer.from(writeLines(LONG))
  let turns = 0
  let immediate = setImmediate(function next() {
    turns += 1
    immediate = setImmediate(next)
  })
  await readLinesInTurns(bytes)
  clearImmediate(immediate)
  expect(turns).toBeGreaterThanOrEqual(20)
})
