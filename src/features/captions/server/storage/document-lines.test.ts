import { expect, test } from 'vitest'
import { documentOf as captionsOf } from '../../../../../tests/support/large-captions.ts'
import type { CaptionDocument } from '../../model/index.ts'
import { isOneLongLine, readLines, readLinesInTurns, writeLines } from './document-lines.ts'

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
