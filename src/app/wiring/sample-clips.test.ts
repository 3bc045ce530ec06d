import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SAMPLE_CLIPS } from '#features/referrals/model/index.ts'
import { diskPath } from '../../../tests/support/files.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { filesIn, passUndoPeriod } from '../../../tests/support/storage.ts'

const site = await testProduct()
const { db, product, url } = site
const [first] = SAMPLE_CLIPS
const address = `${url}/api/affiliate-clips/${first?.id ?? ''}.mp4`

test('makes a sample clip once, at the first request, and serves it to everybody', async () => {
  for (let asked = 0; asked < 3; asked += 1) {
    const waiting = await fetch(address)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([202, '5'])
  }
  const { rows } = await db.$client.query(`select subject_id from jobs where name = 'app.sample-clip'`)
  expect(rows).toEqual([{ subject_id: first?.id }])

  await make()
  const clip = await fetch(address)
  expect([clip.status, clip.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  const bytes = new Uint8Array(await clip.arrayBuffer())
  expect(Buffer.from(bytes.subarray(4, 8)).toString()).toBe('ftyp')
  const saved = await fetch(`${address}?download`, { method: 'HEAD' })
  expect(saved.headers.get('content-disposition')).toContain(`captions-${first?.id ?? ''}.mp4`)

  await make()
  expect(new Uint8Array(await (await fetch(address)).arrayBuffer())).toEqual(bytes)
})

test('answers 404 for an unknown clip, and does not make it', async () => {
  expect((await fetch(`${url}/api/affiliate-clips/made-up.mp4`)).status).toBe(404)
})

test('the nightly audit expects sample clips of any age', async () => {
  const key = [...(await filesIn(site)).keys()].find((name) => name.startsWith('samples/')) ?? ''
  await utimes(diskPath(product.dataDir, key), new Date(0), new Date(0))
  await passUndoPeriod(site)
  const { rows } = await db.$client.query<{ drift: number }>('select drift from storage_audits')
  expect(rows).toEqual([{ drift: 0 }])
})

/** Runs the job that the request queued. */
async function make(): Promise<void> {
  const job = product.work.find(({ name }) => name === 'app.sample-clip')
  await job?.run({ id: first?.id }, { jobId: randomUUID(), signal: new AbortController().signal, progress: () => {} })
}
