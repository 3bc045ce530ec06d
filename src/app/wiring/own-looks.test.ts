import { expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_OWN_LOOKS, OwnLook, type SavedLook } from '#features/templates/model/index.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { db, browser, product, signedUp } = await testProduct()
type Person = ReturnType<typeof browser>

const LOOK: SavedLook = { template: { id: 'karaoke', version: 1 }, patch: { font: { size: 0.06 }, stroke: null } }

test('saves looks, newest first, and renames them', async () => {
  const { dana } = await signedUp()
  const first = await saved(dana, 'Mine')
  const second = await saved(dana, 'Other')
  expect(await looksOf(dana)).toEqual([second, first])
  expect(first).toMatchObject({ name: 'Mine', look: LOOK, isShared: false, linkToken: null, sharedBy: null })
  expect(await changed(dana, 'renameLook', { id: first.id, name: 'MINE' })).toMatchObject({ name: 'MINE' })
  const refused = await dana.call('templates/renameLook', { id: first.id, name: 'oTHER' })
  expect(refused.status).toBe(409)
})

test('of equal names saved at once, one is saved and the others are refused', async () => {
  const { dana } = await signedUp()
  const answers = await Promise.all(['Neon', 'neon', 'NEON'].map((name) => save(dana, { name })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await looksOf(dana)).toHaveLength(1)
})

test('numbers equal names where the caller allows it', async () => {
  const { dana } = await signedUp()
  await Promise.all([1, 2, 3].map(() => saved(dana, 'Neon', { mayNumber: true })))
  expect((await looksOf(dana)).map(({ name }) => name).toSorted()).toEqual(['Neon', 'Neon 2', 'Neon 3'])
})

test('refuses the look after the last one of the quota, also at once', async () => {
  const { dana, id } = await signedUp()
  await db.$client.query(
    `insert into own_looks (id, owner_id, name, name_key, look, created_at)
     select gen_random_uuid(), $1, n, n, $2, now() from generate_series(1, $3) n`,
    [id, JSON.stringify(LOOK), MAX_OWN_LOOKS - 1],
  )
  const answers = await Promise.all(['One', 'Two'].map((name) => save(dana, { name })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await looksOf(dana)).toHaveLength(MAX_OWN_LOOKS)
})

test.each([
  ['an unknown template', { look: { ...LOOK, template: { id: 'nope', version: 1 } } }, 404],
  ['a field that looks do not have', { look: { ...LOOK, patch: { script: 'alert(1)' } } }, 422],
  ['an empty name', { name: '  ' }, 422],
])('refuses %s', async (_, input, status) => {
  const { dana } = await signedUp()
  expect((await save(dana, input)).status).toBe(status)
  expect(await looksOf(dana)).toEqual([])
})

test('a removed look comes back with a free name, and is erased after a day', async () => {
  const { dana } = await signedUp()
  const { id } = await saved(dana, 'Neon')
  await dana.call('templates/removeLook', { id })
  expect(await looksOf(dana)).toEqual([])
  await saved(dana, 'neon')
  expect(await changed(dana, 'restoreLook', { id })).toMatchObject({ name: 'Neon 2' })
  await dana.call('templates/removeLook', { id })
  await db.$client.query(`update own_looks set removed_at = removed_at - interval '25 hours' where id = $1`, [id])
  await product.maintenance()
  expect((await dana.call('templates/restoreLook', { id })).status).toBe(404)
})

test('nobody else reads or changes a look', async () => {
  const [{ dana }, { dana: eve }] = await Promise.all([signedUp(), signedUp()])
  const { id } = await saved(dana, 'Mine')
  const calls = { renameLook: { name: 'Hers' }, duplicateLook: {}, shareLook: { isShared: true }, createLookLink: {} }
  for (const [name, input] of Object.entries({ ...calls, revokeLookLink: {}, removeLook: {}, restoreLook: {} }))
    expect((await eve.call(`templates/${name}`, { id, ...input })).status, name).toBe(404)
  expect(await looksOf(eve)).toEqual([])
  expect(await looksOf(dana)).toMatchObject([{ name: 'Mine', isShared: false, linkToken: null }])
})

test('collaborators see and copy shared looks, as long as they have a seat', async () => {
  const [{ dana, id: ownerId }, { dana: ben, id: benId }] = await Promise.all([signedUp(), signedUp()])
  await db.$client.query(`update users set plan = 'pro', display_name = 'Dana' where id = $1`, [ownerId])
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'viewer', now())`,
    [ownerId, benId],
  )
  const look = await saved(dana, 'Team')
  await saved(dana, 'Private')
  await changed(dana, 'createLookLink', { id: look.id })
  expect((await ben.call('templates/duplicateLook', { id: look.id })).status).toBe(404)
  await changed(dana, 'shareLook', { id: look.id, isShared: true })
  expect(await looksOf(ben)).toMatchObject([{ id: look.id, sharedBy: 'Dana', linkToken: null }])
  expect(await changed(ben, 'duplicateLook', { id: look.id })).toMatchObject({ name: 'Team', sharedBy: null })
  expect((await ben.call('templates/removeLook', { id: look.id })).status).toBe(404)
  await db.$client.query(`update users set plan = 'free' where id = $1`, [ownerId])
  expect(await looksOf(ben)).toMatchObject([{ name: 'Team', sharedBy: null }])
})

test('a link shows a look, and accounts can take it, until it is revoked or the look removed', async () => {
  const [{ dana }, { dana: ben }] = await Promise.all([signedUp(), signedUp()])
  const { id } = await saved(dana, 'Neon')
  const { linkToken: token } = await changed(dana, 'createLookLink', { id })
  expect(token).toMatch(/^[\w-]{32}$/)
  expect((await changed(dana, 'createLookLink', { id })).linkToken).toBe(token)
  const visitor = browser()
  expect((await visitor.call('templates/linkedLook', { token })).output).toEqual({ name: 'Neon', look: LOOK })
  expect((await visitor.call('templates/takeLook', { token })).status).toBe(401)
  const taken = await changed(ben, 'takeLook', { token })
  expect(taken).toMatchObject({ name: 'Neon', look: LOOK, linkToken: null })
  expect(await changed(ben, 'takeLook', { token }), 'the same look again').toEqual(taken)
  await changed(dana, 'revokeLookLink', { id })
  expect((await visitor.call('templates/linkedLook', { token })).status).toBe(404)
  expect((await ben.call('templates/takeLook', { token })).status).toBe(404)
  const { linkToken: next } = await changed(dana, 'createLookLink', { id })
  expect(next).not.toBe(token)
  await dana.call('templates/removeLook', { id })
  expect((await visitor.call('templates/linkedLook', { token: next })).status).toBe(404)
  expect(await looksOf(ben)).toHaveLength(1)
})

test('the data export holds the looks', async () => {
  const { dana } = await signedUp()
  await saved(dana, 'Neon')
  expect((await dana.send('/api/account/export.json')).json()).toMatchObject({ looks: [{ name: 'Neon', look: LOOK }] })
})

function save(person: Person, input: object) {
  return person.call('templates/saveLook', { name: 'Neon', look: LOOK, ...input })
}

async function saved(person: Person, name: string, input: object = {}): Promise<OwnLook> {
  return OwnLook.parse((await save(person, { name, ...input })).output)
}

async function changed(person: Person, call: string, input: object): Promise<OwnLook> {
  return OwnLook.parse((await person.call(`templates/${call}`, input)).output)
}

async function looksOf(person: Person): Promise<OwnLook[]> {
  return z.array(OwnLook).parse((await person.call('templates/looks')).output)
}
