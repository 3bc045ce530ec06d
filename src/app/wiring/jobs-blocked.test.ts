import { expect, test } from 'vitest'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { probeOf } from '../../../tests/support/exports.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, type Keeper, storeVideo } from '../../../tests/support/storage.ts'

/** An operator's plan with a queue limit of two. No worker runs, so jobs stay queued. */
const PLANS = { free: { jobsInLine: 2 } }
const site = await testProduct({ settings: { PLANS_JSON: JSON.stringify({ plans: PLANS }) } })

test('refuses an export beyond the limit with 429, the limit and a retry time', async () => {
  const ada = await keeper(site, 'ada')
  const videos = [await captioned(ada), await captioned(ada), await captioned(ada)]
  const answers = await Promise.all(videos.map((projectId) => ada.call('rendering/start', { projectId })))

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('60')
  expect(refused?.output).toMatchObject({ code: 'too_many_requests', data: { limit: 2, retryAfterSeconds: 60 } })
})

test('refuses a caption run beyond the limit likewise, and takes no credits', async () => {
  const bea = await keeper(site, 'bea')
  const videos = [await storeVideo(site, bea), await storeVideo(site, bea), await storeVideo(site, bea)]
  const ask = (projectId: string) =>
    bea.call('transcription/start', {
      projectId,
      language: 'en',
      source: { kind: 'script', text: 'one two three' },
    })
  const answers = await Promise.all(videos.map(ask))

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('60')
  expect(refused?.text).toContain('Captions for 2 of your videos are already being made, the limit of your account.')
  expect((await bea.call('credits/balance')).output).toMatchObject({ available: 10 })
})

test('counts the limit per account', async () => {
  const [cleo, dora] = [await keeper(site, 'cleo'), await keeper(site, 'dora')]
  for (let n = 0; n < 2; n += 1) await cleo.call('rendering/start', { projectId: await captioned(cleo) })
  expect((await cleo.call('rendering/start', { projectId: await captioned(cleo) })).status).toBe(429)
  expect((await dora.call('rendering/start', { projectId: await captioned(dora) })).status).toBe(200)
})

async function captioned(owner: Keeper): Promise<string> {
  const id = await storeVideo(site, owner)
  const word = { text: 'hello', startMs: 100, endMs: 500, confidence: 0.9, timing: 'asr' as const }
  const transcript = { words: [word], lang: 'en', provenance: { engine: 'test', model: 'test' } }
  await transaction(site.db, (tx) => createDocumentFor(tx, { id, probe: probeOf() }, transcript))
  return id
}
