import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { BODY_MAX_BYTES } from '#app/server/body-limits.ts'
import { OwnFont } from '#features/brand/model/index.ts'
import { asTrueType, boldFont, largeFont, variableFont, withFsType } from '../../../tests/support/fonts.ts'
import { testProduct } from '../../../tests/support/product.ts'

const QUOTA = JSON.stringify({ plans: { basic: { storageMegabytes: 0.01 } } })
const { db, browser, product, signedUp } = await testProduct({ settings: { PLANS_JSON: QUOTA } })
type Person = ReturnType<typeof browser>

test('adds a font, rewritten as TrueType, with its names, weights and letters', async () => {
  const { dana, id } = await signedUp()
  const font = await added(dana, await boldFont())
  expect(font).toMatchObject({
    family: expect.stringMatching(/^Montserrat/),
    weights: { min: 700, max: 700 },
    isItalic: false,
  })
  expect(font.coverage).toContain('20-7e')
  const file = await dana.send(`/api/own-fonts/${await projectOf(id)}/${font.id}`)
  expect(file.headers.get('content-type')).toBe('font/ttf')
  expect(file.headers.get('cache-control')).toMatch(/private.*immutable/)
  expect(file.text.startsWith('\0\u0001\0\0')).toBe(true)
})

test('a variable font offers the weights of its axis', async () => {
  const { dana } = await signedUp()
  expect((await added(dana, await variableFont())).weights).toEqual({ min: 400, max: 700 })
})

test('adds a font that is larger than other requests may be', async () => {
  const { dana } = await signedUp()
  const font = await largeFont()
  expect(font.byteLength).toBeGreaterThan(BODY_MAX_BYTES)
  expect((await added(dana, font)).weights).toEqual({ min: 100, max: 1_000 })
})

test('the same file is one font, and a removed one comes back', async () => {
  const { dana, id } = await signedUp()
  const first = await added(dana, await boldFont())
  await dana.call('brand/removeFont', { id: first.id })
  expect(await fontsOf(dana)).toEqual([])
  expect((await added(dana, await boldFont())).id).toBe(first.id)
  expect(await fontsOf(dana)).toEqual([first])
  expect(await storedFiles(id)).toEqual([`fonts/${id}/${first.id}.ttf`])
})

test('restores a removed font with its file', async () => {
  const { dana } = await signedUp()
  const font = await added(dana, await boldFont())
  await dana.call('brand/removeFont', { id: font.id })
  await dana.call('brand/restoreFont', { id: font.id })
  expect(await fontsOf(dana)).toEqual([font])
})

test.each([
  ['no font at all', 'hello'],
  ['a font that breaks off', '\0\u0001\0\0 and no tables'],
])('refuses %s with one sentence, and stores nothing', async (_, content) => {
  const { dana, id } = await signedUp()
  const refused = await add(dana, Buffer.from(content))
  expect(refused.status).toBe(415)
  expect(refused.text).toContain('Choose a TTF, OTF, WOFF or WOFF2 file.')
  expect(await storedFiles(id)).toEqual([])
})

test.each([0x2, 0x4, 0x200])('honours the licence bit %i of a font', async (fsType) => {
  const { dana } = await signedUp()
  const refused = await add(dana, withFsType(await asTrueType(await boldFont()), fsType))
  expect(refused.status).toBe(415)
  expect(refused.text).toContain('The maker of this font')
})

test('a font counts towards the quota, and needs room', async () => {
  const { dana, id } = await signedUp()
  const font = await added(dana, await boldFont())
  const storage = await dana.call('storage/list')
  expect(storage.output).toMatchObject({ fontBytes: font.sizeBytes, usedBytes: font.sizeBytes })
  await db.$client.query(`update users set plan = 'basic' where id = $1`, [id])
  const refused = await add(dana, await variableFont())
  expect(refused.status).toBe(413)
  expect(refused.text).toContain('Not enough storage')
})

test('nobody else sees a font, not even through a project of their own', async () => {
  const { dana, id } = await signedUp()
  const { dana: eve, id: eveId } = await signedUp()
  const font = await added(dana, await boldFont())
  for (const owner of [id, eveId])
    expect((await eve.send(`/api/own-fonts/${await projectOf(owner)}/${font.id}`)).status).toBe(404)
  expect((await eve.call('brand/removeFont', { id: font.id })).status).toBe(404)
})

test('a removed font is erased after a day', async () => {
  const { dana, id } = await signedUp()
  const font = await added(dana, await boldFont())
  await dana.call('brand/removeFont', { id: font.id })
  await product.maintenance()
  expect(await jobsOf(id)).toBe(0)
  await db.$client.query(`update brand_fonts set removed_at = removed_at - interval '25 hours' where id = $1`, [
    font.id,
  ])
  await product.maintenance()
  expect(await jobsOf(id)).toBe(1)
})

function add(person: Person, font: Uint8Array) {
  return person.send('/api/own-fonts', { method: 'PUT', bytes: font })
}

async function added(person: Person, font: Uint8Array): Promise<OwnFont> {
  const answer = await add(person, font)
  expect(answer.status, answer.text).toBe(200)
  return z.object({ font: OwnFont }).parse(answer.json()).font
}

async function fontsOf(person: Person): Promise<OwnFont[]> {
  return z.object({ fonts: z.array(OwnFont) }).parse((await person.call('brand/fonts')).output).fonts
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
  for await (const { key } of product.files.list(`fonts/${ownerId}`)) found.push(key)
  return found
}

async function jobsOf(ownerId: string): Promise<number> {
  const { rows } = await db.$client.query<{ n: number }>(
    `select count(*)::int as n from jobs where name = 'brand.eraseFonts' and owner_id = $1`,
    [ownerId],
  )
  return rows[0]?.n ?? 0
}
