import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newestTemplate } from '#features/templates/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, signedUp } = await testProduct()
const LOGO = { id: randomUUID(), anchor: 'top-left', size: 0.2, margin: 0.05, opacity: 0.8 }
const KIT = {
  colors: ['#ff0066', '#00aaff'],
  templateId: 'bounce',
  patch: { fill: { active: '#ff0066' } },
  logo: LOGO,
  title: { durationMs: 3_000, patch: { font: { size: 0.07 } }, place: { y: 0.3 } },
  closing: { text: 'Follow @acme', durationMs: 2_500, background: '#112233' },
  isFollowedByNew: false,
}
const { id: assetId, ...place } = LOGO
const STYLE = {
  template: newestRef('bounce'),
  patch: KIT.patch,
  logo: { assetId, ...place },
  title: KIT.title,
  closing: KIT.closing,
}

test('a kit is saved, replaced, and serves every video of its owner', async () => {
  const { dana, id } = await signedUp()
  const projectId = await projectOf(id)
  expect((await dana.call('brand/projectKit', { projectId })).output).toEqual({
    colors: [],
    templateId: null,
    patch: null,
    logo: null,
    title: null,
    closing: null,
    isFollowedByNew: true,
    follow: null,
  })
  await dana.call('brand/saveKit', { colors: ['#FF0066'], templateId: null })
  const saved = { ...KIT, follow: { id: expect.any(String), revision: 2, style: STYLE } }
  expect((await dana.call('brand/saveKit', KIT)).output).toEqual(saved)
  for (const video of [projectId, await projectOf(id)])
    expect((await dana.call('brand/projectKit', { projectId: video })).output).toEqual(saved)
  expect((await dana.call('brand/kit')).output).toEqual(saved)
})

test.each([
  ['a colour twice', { colors: ['#ff0066', '#FF0066'], templateId: null }],
  ['no colour', { colors: ['red'], templateId: null }],
  ['thirteen colours', { colors: Array.from({ length: 13 }, (_, at) => `#0000${10 + at}`), templateId: null }],
  ['an unknown change of the template', { ...KIT, patch: { fill: { glitter: 1 } } }],
  ['a title without an end', { ...KIT, title: { durationMs: 0 } }],
  ['a title too long', { ...KIT, title: { durationMs: 3_000, text: 'a'.repeat(501) } }],
  ['a card of no colour', { ...KIT, closing: { ...KIT.closing, background: 'red' } }],
  ['a logo at no place', { ...KIT, logo: { ...LOGO, anchor: 'somewhere' } }],
])('refuses a kit with %s', async (_, kit) => {
  const { dana } = await signedUp()
  expect((await dana.call('brand/saveKit', kit)).status).toBe(422)
})

test('nobody else sees the kit of a video', async () => {
  const { id } = await signedUp()
  const { dana: eve } = await signedUp()
  expect((await eve.call('brand/projectKit', { projectId: await projectOf(id) })).status).toBe(404)
})

function newestRef(id: string) {
  return { id, version: newestTemplate(id).version }
}

async function projectOf(ownerId: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, $2, 'Clip', 'checking', 1000, repeat('0', 64))`,
    [id, ownerId],
  )
  return id
}
