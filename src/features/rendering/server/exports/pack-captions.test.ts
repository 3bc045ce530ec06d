import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkDocument } from '#features/captions/model/index.ts'
import { packCaptions, unpackCaptions } from './pack-captions.ts'

test.each([
  { what: 'compressed', file: 'captiondoc-1/queued-export.bin' },
  { what: 'plain', file: 'captiondoc-1/queued-export-plain.json' },
  { what: 'compressed', file: 'captiondoc-2/queued-export.bin' },
])('reads $what captions of an export that an earlier release queued', async ({ file }) => {
  const doc = await unpackCaptions(readFileSync(`tests/fixtures/${file}`))
  checkDocument(doc)
  expect(doc.words[0]?.text).toBe('Hello')
  expect(await unpackCaptions(await packCaptions(doc))).toEqual(doc)
})
