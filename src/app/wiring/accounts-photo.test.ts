import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PHOTO_MAX_BYTES } from '#features/accounts/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, url, product, signedUp } = await testProduct()
const directory = await mkdtemp(join(tmpdir(), 'photos-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

const pictures = new Map<string, Promise<Buffer>>()
/** A shared user with a photo; stays below the upload limit of one user. */
const alice = (await signedUp()).dana
await send(alice, await picture('color=red:size=300x300:d=1', 'png'))

test.each(['png', 'jpg', 'webp'])('turns a %s picture into a 256-pixel square JPEG for its owner', async (type) => {
  const before = await photoOf(alice)
  const put = await send(alice, await picture(`testsrc=size=640x360:d=1`, type))
  expect(put.status, await put.text()).toBe(200)
  const photo = await photoOf(alice)
  expect(photo).not.toBe(before)
  expect(photo).toMatch(/^\/api\/account\/photo\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  const shown = await get(alice, photo ?? '')
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('cache-control')).toMatch(/private.*immutable/)
  expect(await sizeOf(Buffer.from(await shown.arrayBuffer()))).toBe('256x256')
})

test('replaces the picture and deletes its file; the photo is null without one', async () => {
  const { dana, id } = await signedUp()
  await send(dana, await picture('color=red:size=300x300:d=1', 'png'))
  const first = await photoOf(dana)
  await send(dana, await picture('color=blue:size=300x300:d=1', 'png'))
  expect(await photoOf(dana)).not.toBe(first)
  expect((await dana.send('/api/account/photo', { method: 'DELETE' })).status).toBe(200)
  expect(await photoOf(dana)).toBeNull()
  const jobs = await db.$client.query(
    `select count(*)::int as n from jobs where name = 'accounts.erasePhotos' and owner_id = $1`,
    [id],
  )
  expect(jobs.rows).toEqual([{ n: 2 }])
})

test('the erase job removes the picture it names, or all pictures of a user', async () => {
  const { dana, id } = await signedUp()
  await send(dana, await picture('color=red:size=300x300:d=1', 'png'))
  const first = (await photoOf(dana)) ?? ''
  await send(dana, await picture('color=blue:size=300x300:d=1', 'png'))
  const second = (await photoOf(dana)) ?? ''
  await erase({ userId: id, version: first.split('/').at(-1) })
  expect((await get(dana, first)).status).toBe(404)
  expect((await get(dana, second)).status).toBe(200)
  await erase({ userId: id })
  await erase({ userId: id })
  expect((await get(dana, second)).status).toBe(404)
})

test('shows it to its owner only', async () => {
  const { dana } = await signedUp()
  const photo = (await photoOf(alice)) ?? ''
  expect((await get(alice, photo)).status).toBe(200)
  expect((await get(dana, photo)).status).toBe(404)
  expect((await fetch(new URL(photo, url))).status).toBe(401)
})

test.each([
  { what: 'a page', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
  { what: 'nothing', bytes: Buffer.alloc(0) },
  { what: 'half a picture’s head', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  { what: 'a moving picture', bytes: Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1') },
  { what: 'a list of other files', bytes: Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n") },
])('$what is refused, and the photo stays', async ({ bytes }) => {
  const before = await photoOf(alice)
  expect(before).not.toBeNull()
  const refused = await send(alice, bytes)
  expect(refused.status).toBe(415)
  const message = 'We couldn’t read this file. Choose a JPEG, PNG or WebP picture.'
  expect(await refused.json()).toMatchObject({ error: { code: 'unsupported_media', message } })
  expect(await photoOf(alice)).toBe(before)
})

test('refuses a video', async () => {
  expect((await send(alice, await picture('testsrc=size=64x64:d=1', 'mp4'))).status).toBe(415)
})

test('refuses a picture above 5 MB, with or without an announced size', async () => {
  const large = Buffer.alloc(PHOTO_MAX_BYTES + 1, 1)
  expect((await send(alice, large)).status).toBe(413)
  const undeclared = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  expect((await send(alice, undeclared)).status).toBe(413)
})

test('limits one user’s pictures in ten minutes, without slowing others', async () => {
  const { dana } = await signedUp()
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1) statuses.push((await send(dana, Buffer.from('no picture'))).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 415), 429])
  const other = await signedUp()
  expect((await send(other.dana, Buffer.from('no picture'))).status).toBe(415)
})

test('exports all of a creator’s data, without secrets', async () => {
  const { dana, id, email } = await signedUp()
  await dana.call('accounts/updatePreferences', { theme: 'dark' })
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, $2, 'My clip', 'checking', 1000, repeat('0', 64))`,
    [randomUUID(), id],
  )
  const file = await dana.send('/api/account/export.json')
  expect(file.headers.get('content-disposition')).toMatch(/attachment; filename=".*\.json"/)
  expect(file.json()).toMatchObject({
    account: { email, preferences: { theme: 'dark' } },
    security: { hasPassword: true },
    sessions: [{ current: true }],
    projects: [{ title: 'My clip' }],
    credits: [{ kind: 'grant', amount: 30 }],
  })
  const { rows } = await db.$client.query<{ token: string; password: string }>(
    'select s.token, i.password from sessions s join identities i using (user_id) where user_id = $1',
    [id],
  )
  expect(file.text).not.toContain(rows[0]?.token)
  expect(file.text).not.toContain(rows[0]?.password)
  expect((await browser().send('/api/account/export.json')).status).toBe(401)
})

/** Sends raw bytes; the test browser sends JSON only. */
function send(person: ReturnType<typeof browser>, body: Buffer | ReadableStream<Uint8Array>): Promise<Response> {
  // Named apart: the browser's type of a request knows no `duplex`, which a body without a known size needs.
  const request = {
    method: 'PUT',
    body: body instanceof ReadableStream ? body : new Uint8Array(body),
    headers: { cookie: cookieOf(person), origin: url },
    duplex: 'half',
  }
  return fetch(`${url}/api/account/photo`, request)
}

function get(person: ReturnType<typeof browser>, path: string): Promise<Response> {
  return fetch(new URL(path, url), { headers: { cookie: cookieOf(person) } })
}

function cookieOf({ cookies }: ReturnType<typeof browser>): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ')
}

async function photoOf(person: ReturnType<typeof browser>): Promise<string | null> {
  return z.object({ photo: z.string().nullable() }).parse((await person.call('accounts/me')).output).photo
}

async function erase(payload: object): Promise<void> {
  const job = product.work.find(({ name }) => name === 'accounts.erasePhotos')
  const io = { jobId: randomUUID(), signal: new AbortController().signal, progress: () => {} }
  await (job as { run(payload: object, o: typeof io): Promise<void> } | undefined)?.run(payload, io)
}

/** Made once and shared. */
function picture(source: string, type: string): Promise<Buffer> {
  const name = `${source}.${type}`
  const made = pictures.get(name) ?? make(source, type)
  pictures.set(name, made)
  return made
}

async function make(source: string, type: string): Promise<Buffer> {
  const path = join(directory, `${randomUUID()}.${type}`)
  const frames = type === 'mp4' ? [] : ['-frames:v', '1']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...frames, path])
  return readFile(path)
}

async function sizeOf(jpeg: Buffer): Promise<string> {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  return `${jpeg.readUInt16BE(frame + 7)}x${jpeg.readUInt16BE(frame + 5)}`
}
