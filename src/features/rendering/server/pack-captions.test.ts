import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkDocument } from '#features/captions/model/index.ts'
import { packCaptions, unpackCaptions } from './pack-captions.ts'

test.each([
  { what: 'compressed', file: 'queued-export.bin' },
  { what: 'plain', file: 'queued-export-plain.json' },
])('reads $what captions of an export that an earlier release queued', async ({ file }) => {
  const doc = await unpackCaptions(readFileSync(`tests/fixtures/captiondoc-1/${file}`))
  checkDocument(doc)
  expect(doc.words[0]?.text).toBe('Hello')
  expect(await unpackCaptions(await packCaptions(doc))).toEqual(doc)
})
