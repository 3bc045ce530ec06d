import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testProduct } from '../../../../tests/support/product.ts'
import { type Keeper, keeper, storeExport, storeVideo, passUndoPeriod } from '../../../../tests/support/storage.ts'
import { linkKeyOf, readLink, signLink } from './link-token.ts'

const site = await testProduct()
const { db, url } = site
const ada = await keeper(site, 'ada')
const video = await storeVideo(site, ada, { title: 'Größe “1” / <b>', bytes: 5_000 })
const made = await storeExport(site, video, 3_000)

test('a link sends the file without a log-in, as an attachment that no browser runs', async () => {
  const answer = await fetch(await linkTo('video', video))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': `sandbox; default-src 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="Gr__e _1_ \/ <b>\.mp4"; filename\*=UTF-8''Gr%C3/,
    ),
  })
  const { rows } = await db.$client.query<{ sha256: string }>('select sha256 from projects where id = $1', [video])
  expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(rows[0]?.sha256)
})

test('a link supports ranges, so that an interrupted download resumes', async () => {
  const link = await linkTo('export', made)
  const whole = new Uint8Array(await (await fetch(link)).arrayBuffer())
  const rest = await fetch(link, { headers: { range: 'bytes=1000-' } })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 1000-2999/3000'])
  expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(1_000))).toBe(true)
  expect((await fetch(link, { method: 'HEAD' })).headers.get('content-length')).toBe('3000')
})

test('an export fetched whole by a link counts as one download of its requester', async () => {
  // A user without a download that is still being counted.
  const bea = await keeper(site, 'bea')
  const hers = await storeExport(site, await storeVideo(site, bea))
  const counted = async () =>
    (await db.$client.query<{ n: number }>('select download_count as n from users where id = $1', [bea.id])).rows[0]?.n
  expect(await counted()).toBe(0)
  await (await fetch(await linkTo('export', hers, bea))).arrayBuffer()
  await expect.poll(counted).toBe(1)
})

test('refuses a link after its ten minutes, and says so', async () => {
  const before = Date.now()
  const link = await linkTo('video', video)
  const { key, said } = await opened(link)
  expect(said.expires).toBeGreaterThanOrEqual(before + 600_000)
  expect(said.expires).toBeLessThanOrEqual(Date.now() + 600_000)
  const late = await fetch(`${url}/api/files/${signLink(key, { ...said, expires: Date.now() - 1 })}`)
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('This link has expired')])
})

test('a link that was changed, forged or truncated is not found', async () => {
  const link = await linkTo('video', video)
  const token = link.split('/').at(-1) ?? ''
  const [said = '', signed = ''] = token.split('.')
  const other = Buffer.from(JSON.stringify({ ...(await opened(link)).said, id: made, kind: 'export' })).toString(
    'base64url',
  )
  for (const forged of [
    `${said}.${signed.slice(1)}`,
    `${other}.${signed}`,
    `${said}.`,
    said,
    'x',
    `${said}.${'A'.repeat(43)}`,
  ]) {
    const answer = await fetch(`${url}/api/files/${forged}`)
    expect([answer.status, await answer.text()], forged).toEqual([404, expect.stringContaining('File not found')])
  }
})

test('a link dies with its file, when that is deleted and when it is erased', async () => {
  const second = await storeVideo(site, ada)
  const link = await linkTo('video', second)
  expect((await fetch(link)).status).toBe(200)
  const files = [{ kind: 'video', id: second }]
  await ada.call('storage/remove', { files })
  expect((await fetch(link)).status).toBe(404)
  await ada.call('storage/restore', { files })
  expect((await fetch(link)).status).toBe(200)
  await ada.call('storage/remove', { files })
  await passUndoPeriod(site)
  expect((await fetch(link)).status).toBe(404)
})

test('deleting an account ends its links', async () => {
  const cleo = await keeper(site, 'cleo')
  const hers = await storeVideo(site, cleo)
  const link = await linkTo('video', hers, cleo)
  expect((await fetch(link)).status).toBe(200)
  await db.$client.query('delete from projects where owner_id = $1', [cleo.id])
  expect((await fetch(link)).status).toBe(404)
})

async function linkTo(kind: 'video' | 'export', id: string, whose: Keeper = ada): Promise<string> {
  const { output } = await whose.call('storage/link', { kind, id })
  return new URL((output as { url: string }).url, url).href
}

/** The content of a link of this product, and its key. */
async function opened(link: string) {
  const secret = await readFile(join(site.product.dataDir, 'session-secret'), 'utf8')
  const key = linkKeyOf(secret)
  const said = readLink(key, link.split('/').at(-1) ?? '')
  if (said === undefined) throw new Error('not our link')
  return { key, said }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
