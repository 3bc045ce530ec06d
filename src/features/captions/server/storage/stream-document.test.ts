import { once } from 'node:events'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Access } from '#features/collaboration/model/index.ts'
import { captionsLab } from '../../../../../tests/support/captions-lab.ts'
import { CaptionDocument, checkDocument, Cue, cuesOf, joinDocument, Word } from '../../model/index.ts'

const { ask, db, project } = await captionsLab()

test('streams captions as lines: the first with the access, then the rest', async () => {
  const { projectId, ownerId, document } = await project({ words: 9_000 })
  const answer = await ask(`/${projectId}/document`, ownerId)
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
  const [first = '', ...rest] = (await answer.text()).trimEnd().split('\n')
  const start = Start.parse(JSON.parse(first))
  expect(start.access).toBe('owner')
  checkDocument(start.document)
  expect(cuesOf(start.document)).toHaveLength(60)
  const parts = rest.map((line) => Part.parse(JSON.parse(line)))
  expect(parts.length).toBeGreaterThan(2)
  expect(joinDocument(start, parts)).toEqual(document)
})

test.each(['gzip', 'br'] as const)('sends captions as %s, and the first before the rest', async (encoding) => {
  const { projectId, ownerId } = await project({ words: 9_000 })
  const plain = await (await ask(`/${projectId}/document`, ownerId)).text()
  const answer = await ask(`/${projectId}/document`, ownerId, { 'accept-encoding': encoding })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body ?? []) chunks.push(chunk)
  const all = Buffer.concat(chunks)
  expect({ gzip: gunzipSync, br: brotliDecompressSync }[encoding](all).toString()).toBe(plain)
  expect(all.byteLength).toBeLessThan(plain.length / 5)

  const early = { gzip: createGunzip, br: createBrotliDecompress }[encoding]()
  early.write(Buffer.concat(chunks.slice(0, 2)))
  const [text] = await once(early, 'data')
  early.destroy()
  expect(plain.startsWith(String(text).slice(0, 1_000))).toBe(true)
})

test('rejects opening missing captions and those of somebody else', async () => {
  const { projectId } = await project({ words: 3 })
  expect((await ask(`/${projectId}/document`, 'bob')).status).toBe(404)
  expect((await ask(`/${projectId}/document`, null)).status).toBe(401)
  expect((await ask('/nobody/document', 'bob')).status).toBe(404)
})

test('releases everything when a reader disconnects', async () => {
  const { projectId, ownerId } = await project({ words: 9_000 })
  const answer = await ask(`/${projectId}/document`, ownerId, { 'accept-encoding': 'gzip' })
  const reader = answer.body?.getReader()
  expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0)
  await reader?.cancel()
  expect((await ask(`/${projectId}/document`, ownerId)).status).toBe(200)
})

const Start = z.object({ document: CaptionDocument, words: z.int(), cues: z.int(), access: Access })
const Part = z.object({ words: z.array(Word), cues: z.array(Cue) })

test('an early request for captions that do not exist is no error', async () => {
  const { projectId, ownerId } = await project({ words: 2 })
  await db.$client.query('delete from caption_documents where project_id = $1', [projectId])
  expect((await ask(`/${projectId}/document`, ownerId, { 'x-early': '1' })).status).toBe(204)
  expect((await ask(`/${projectId}/document`, ownerId)).status).toBe(404)
})
