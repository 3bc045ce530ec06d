import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testProduct } from '../../../tests/support/product.ts'

const { db, signedUp } = await testProduct()
const LOGO = { id: randomUUID(), anchor: 'top-left', size: 0.2, margin: 0.05, opacity: 0.8 }
const KIT = { colors: ['#ff0066', '#00aaff'], templateId: 'bounce', logo: LOGO }

test('a kit is saved, replaced, and serves every video of its owner', async () => {
  const { dana, id } = await signedUp()
  const projectId = await projectOf(id)
  expect((await dana.call('brand/projectKit', { projectId })).output).toEqual({
    colors: [],
    templateId: null,
    logo: null,
  })
  await dana.call('brand/saveKit', { colors: ['#FF0066'], templateId: null })
  expect((await dana.call('brand/saveKit', KIT)).output).toEqual(KIT)
  for (const video of [projectId, await projectOf(id)])
    expect((await dana.call('brand/projectKit', { projectId: video })).output).toEqual(KIT)
  expect((await dana.call('brand/kit')).output).toEqual(KIT)
})

test.each([
  ['a colour twice', { colors: ['#ff0066', '#FF0066'], templateId: null }],
  ['no colour', { colors: ['red'], templateId: null }],
  ['thirteen colours', { colors: Array.from({ length: 13 }, (_, at) => `#0000${10 + at}`), templateId: null }],
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

async function projectOf(ownerId: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, $2, 'Clip', 'checking', 1000, repeat('0', 64))`,
    [id, ownerId],
  )
  return id
}
