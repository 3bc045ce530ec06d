import { createCanvas, loadImage } from '@napi-rs/canvas'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Logo } from '#features/brand/model/index.ts'
import { pictureLevels } from '#platform/shared/picture-levels.ts'
import { logoPng, pictureOf } from '../../../tests/support/logos.ts'
import { testProduct } from '../../../tests/support/product.ts'

const QUOTA = JSON.stringify({ plans: { basic: { storageMegabytes: 0.001 } } })
const { db, browser, product, signedUp } = await testProduct({ settings: { PLANS_JSON: QUOTA } })
type Person = ReturnType<typeof browser>

const UNREADABLE = 'We couldn’t read this picture. Export it again as PNG, WebP or JPEG and try again.'

test('stores a logo as a PNG of at most 1,024 pixels with smaller levels beside it', async () => {
  const { dana, id } = await signedUp()
  const logo = await added(dana, logoPng({ width: 2_000, height: 500 }))
  expect(logo).toMatchObject({ name: 'Acme white', width: 1_024, height: 256 })
  const file = await dana.send(`/api/logos/${logo.id}`)
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(file.headers.get('cache-control')).toMatch(/private.*immutable/)
  const [key = ''] = await storedFiles(id)
  const pixel = await pixelsOf(key)
  for (const { x, width, height } of pictureLevels(logo)) {
    const [middle, quarter] = [Math.floor(x + width / 2), Math.floor(height / 4)]
    expect(pixel(middle, quarter), `level ${width}`).toEqual([0, 200, 83, 255])
    expect(pixel(middle, height - 1), `level ${width}`).toEqual([0, 0, 0, 0])
  }
})

test.each([
  ['a JPEG', 'color=red:size=64x32', ['image2pipe', '-frames:v', '1', '-c:v', 'mjpeg']],
  ['a WebP', 'color=red:size=64x32', ['webp', '-frames:v', '1']],
])('reads %s', async (_, source, [format = '', ...options]) => {
  const { dana } = await signedUp()
  expect(await added(dana, await pictureOf(source, format, ...options))).toMatchObject({ width: 64, height: 32 })
})

test.each([
  [
    'an SVG',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    'SVG logos cannot be used.',
  ],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1'), 'Choose a PNG, WebP or JPEG picture.'],
  [
    'an animated PNG',
    await pictureOf('testsrc=size=64x32:rate=5:duration=1', 'apng'),
    'Animated logos cannot be used.',
  ],
  ['a page', Buffer.from('<!doctype html><p>Hello'), 'Choose a PNG, WebP or JPEG picture.'],
  ['nothing', Buffer.from(' '), 'Choose a PNG, WebP or JPEG picture.'],
  ['a PNG that ends after its header', logoPng().subarray(0, 40), UNREADABLE],
  ['a WebP without a picture', Buffer.from('RIFF\x10\0\0\0WEBPVP8 \x04\0\0\0????', 'latin1'), UNREADABLE],
  ['a picture that is too wide', logoPng({ width: 4_097, height: 8 }), 'This picture has 4097 × 8 pixels.'],
  ['a header that promises 2 billion pixels', hugeHeader(), ''],
])('refuses %s with one sentence, and stores nothing', async (_, content, sentence) => {
  const { dana, id } = await signedUp()
  const refused = await add(dana, content)
  expect(refused.status, refused.text).toBe(415)
  expect(refused.text).toContain(sentence)
  expect(await storedFiles(id)).toEqual([])
})

test('refuses a file above 2 MB before it is read', async () => {
  const { dana } = await signedUp()
  const refused = await add(dana, Buffer.concat([logoPng(), Buffer.alloc(2_000_001)]))
  expect(refused.status).toBe(413)
  expect(refused.text).toContain('Choose a picture of at most 2 MB.')
})

test('the same picture is one logo, and a removed one comes back', async () => {
  const { dana, id } = await signedUp()
  const first = await added(dana, logoPng())
  await dana.call('brand/removeLogo', { id: first.id })
  expect(await logosOf(dana)).toEqual([])
  expect((await added(dana, logoPng())).id).toBe(first.id)
  await dana.call('brand/removeLogo', { id: first.id })
  await dana.call('brand/restoreLogo', { id: first.id })
  expect(await logosOf(dana)).toEqual([first])
  expect(await storedFiles(id)).toEqual([`logos/${id}/${first.id}.png`])
})

test('a logo counts towards the quota, and needs room', async () => {
  const { dana, id } = await signedUp()
  const logo = await added(dana, logoPng())
  const storage = await dana.call('storage/list')
  expect(storage.output).toMatchObject({ logoBytes: logo.sizeBytes, usedBytes: logo.sizeBytes })
  await db.$client.query(`update users set plan = 'basic' where id = $1`, [id])
  const refused = await add(dana, logoPng({ color: '#ff0000' }))
  expect(refused.status).toBe(413)
  expect(refused.text).toContain('Not enough storage')
})

test('an account has at most forty logos and pictures', async () => {
  const { dana, id } = await signedUp()
  await db.$client.query(
    `insert into brand_logos (id, owner_id, sha256, name, width, height, size_bytes, created_at)
     select gen_random_uuid(), $1, lpad(n::text, 64, '0'), 'Logo', 10, 10, 10, now() from generate_series(1, 40) n`,
    [id],
  )
  expect((await add(dana, logoPng())).text).toContain('You have 40 logos and pictures, which is the most.')
})

test('nobody else sees a logo, not even through a project of their own', async () => {
  const { dana, id } = await signedUp()
  const { dana: eve, id: eveId } = await signedUp()
  const logo = await added(dana, logoPng())
  expect((await dana.send(`/api/logos/${await projectOf(id)}/${logo.id}`)).status).toBe(200)
  const owners = await Promise.all([id, eveId].map(projectOf))
  for (const path of [`/api/logos/${logo.id}`, ...owners.map((project) => `/api/logos/${project}/${logo.id}`)])
    expect((await eve.send(path)).status, path).toBe(404)
  expect((await eve.call('brand/removeLogo', { id: logo.id })).status).toBe(404)
})

test('a removed logo is erased after a day', async () => {
  const { dana, id } = await signedUp()
  const logo = await added(dana, logoPng())
  await dana.call('brand/removeLogo', { id: logo.id })
  await product.maintenance()
  expect(await jobsOf(id)).toBe(0)
  await db.$client.query(`update brand_logos set removed_at = removed_at - interval '25 hours' where id = $1`, [
    logo.id,
  ])
  await product.maintenance()
  expect(await jobsOf(id)).toBe(1)
})

function add(person: Person, picture: Uint8Array) {
  return person.send('/api/logos?name=Acme%20white.png', { method: 'PUT', bytes: picture })
}

async function added(person: Person, picture: Uint8Array): Promise<Logo> {
  const answer = await add(person, picture)
  expect(answer.status, answer.text).toBe(200)
  return z.object({ logo: Logo }).parse(answer.json()).logo
}

async function logosOf(person: Person): Promise<Logo[]> {
  return z.object({ logos: z.array(Logo) }).parse((await person.call('brand/logos')).output).logos
}

async function projectOf(ownerId: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, $2, 'Clip', 'checking', 1000, repeat('0', 64))`,
    [id, ownerId],
  )
  return id
}

async function storedFiles(ownerId: string): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of product.files.list(`logos/${ownerId}`)) found.push(key)
  return found
}

/** Reads single pixels of a stored picture. */
async function pixelsOf(key: string) {
  const { sizeBytes } = (await product.files.stat(key)) ?? { sizeBytes: 0 }
  const image = await loadImage(
    Buffer.from(await new Response(product.files.openRange(key, 0, sizeBytes - 1)).arrayBuffer()),
  )
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data]
}

/** A PNG of 45,000 × 45,000 pixels, as its header says. */
function hugeHeader(): Buffer {
  const picture = logoPng()
  picture.writeUInt32BE(45_000, 16)
  picture.writeUInt32BE(45_000, 20)
  return picture
}

async function jobsOf(ownerId: string): Promise<number> {
  const { rows } = await db.$client.query<{ n: number }>(
    `select count(*)::int as n from jobs where name = 'brand.eraseLogos' and owner_id = $1`,
    [ownerId],
  )
  return rows[0]?.n ?? 0
}
