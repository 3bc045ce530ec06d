import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fixture } from '../../../tests/fixtures/fixture.ts'
import { PASSWORD } from '../../../tests/support/browser.ts'
import { captionedProject } from '../../../tests/support/captioned.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, type Keeper } from '../../../tests/support/storage.ts'

const site = await testProduct()
const { db, product } = site

test('a word corrected twice is offered, until it is in the glossary', async () => {
  const ada = await keeper(site, 'ada')
  const first = await captions(ada, 'ask brennigan now')
  const second = await captions(ada, 'so brennigan said')
  await correct(ada, first, 'w2', 'Brannigan')
  expect(await offers(ada, second)).toEqual([])
  await correct(ada, second, 'w2', 'Brannigan,')
  expect(await offers(ada, second)).toEqual([{ heard: 'brennigan', write: 'Brannigan', times: 2 }])
  await ada.call('glossary/put', {
    projectId: null,
    entry: { heard: 'brennigan', write: 'Brannigan', language: null },
  })
  expect(await offers(ada, first)).toEqual([])
})

test('a word written as recognised again is not counted, nor is the capital of a sentence', async () => {
  const bea = await keeper(site, 'bea')
  const video = await captions(bea, 'then then brennigan brennigan')
  await correct(bea, video, 'w1', 'Then')
  await correct(bea, video, 'w3', 'Brannigan')
  await correct(bea, video, 'w4', 'Brannigan')
  await correct(bea, video, 'w3', 'brennigan.')
  expect(await offers(bea, video)).toEqual([])
})

test('a refused offer returns only after two more corrections', async () => {
  const cleo = await keeper(site, 'cleo')
  const video = await captions(cleo, 'a brennigan brennigan brennigan brennigan')
  const [w2, w3, w4, w5] = ['w2', 'w3', 'w4', 'w5'] as const
  for (const word of [w2, w3]) await correct(cleo, video, word, 'Brannigan')
  await cleo.call('glossary/declineOffer', { projectId: video, heard: 'brennigan', write: 'Brannigan' })
  await correct(cleo, video, w4, 'Brannigan')
  expect(await offers(cleo, video)).toEqual([])
  await correct(cleo, video, w5, 'Brannigan')
  expect(await offers(cleo, video)).toMatchObject([{ times: 2 }])
})

test('an editor adds to the glossary of a video only, and strangers see nothing', async () => {
  const dora = await keeper(site, 'dora', 'pro')
  const eli = await keeper(site, 'eli')
  const video = await captions(dora, 'one two')
  const entry = { heard: 'one', write: 'Eins', language: null }
  expect((await eli.call('glossary/list', { projectId: video })).status).toBe(404)
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'editor', now())`,
    [dora.id, eli.id],
  )
  await dora.call('glossary/put', { projectId: null, entry: { ...entry, heard: 'two', write: 'Zwei' } })
  await eli.call('glossary/put', { projectId: video, entry })
  expect((await eli.call('glossary/list', { projectId: video })).output).toMatchObject({
    account: [{ write: 'Zwei' }],
    video: [{ write: 'Eins' }],
    mayEditAccount: false,
  })
  expect((await eli.call('glossary/list', { projectId: null })).output).toMatchObject({ account: [] })
})

test('a duplicate has the glossary of its original, apart from later changes', async () => {
  const gus = await keeper(site, 'gus')
  const video = await captions(gus, 'one two')
  const entry = { heard: 'one', write: 'Eins', language: null }
  await gus.call('glossary/put', { projectId: video, entry })
  const { output } = await gus.call('media/duplicate', { projectId: video })
  const { id: copy } = z.object({ id: z.string() }).parse(output)
  await gus.call('glossary/put', { projectId: video, entry: { ...entry, write: 'EINS' } })
  expect((await gus.call('glossary/list', { projectId: copy })).output).toMatchObject({ video: [{ write: 'Eins' }] })
})

test('a deleted account leaves no entries and corrections', async () => {
  const finn = await keeper(site, 'finn')
  const video = await captions(finn, 'ask brennigan')
  await correct(finn, video, 'w2', 'Brannigan')
  await finn.call('glossary/put', { projectId: video, entry: { heard: 'ask', write: 'Ask', language: null } })
  await finn.call('glossary/put', { projectId: null, entry: { heard: 'ask', write: 'Ask', language: null } })
  const rowsOf = async () => {
    const sql = `select (select count(*) from glossary_entries where owner_id = $1)::int as entries,
      (select count(*) from glossary_corrections where owner_id = $1)::int as corrections`
    return (await db.$client.query<{ entries: number; corrections: number }>(sql, [finn.id])).rows[0]
  }
  expect(await rowsOf()).toEqual({ entries: 2, corrections: 1 })
  // The trash is emptied with the account.
  const done = await finn.send('/api/auth/delete-account', { json: { password: PASSWORD, confirm: finn.email } })
  expect(done.json()).toEqual({ done: true })
  expect(await rowsOf()).toEqual({ entries: 0, corrections: 0 })
})

async function captions(owner: Keeper, said: string): Promise<string> {
  return captionedProject(
    { db, files: product.files },
    { sourcePath: await fixture('sentence-small'), ownerId: owner.id, said },
  )
}

async function correct(owner: Keeper, projectId: string, id: string, text: string): Promise<void> {
  const { output } = await owner.call('captions/get', { projectId, batchIds: [] })
  const { document } = output as { document: { rev: number } }
  const batches = [{ batchId: randomUUID(), commands: [{ type: 'setWordText', id, text }] }]
  const sent = { projectId, clientId: randomUUID(), baseRevision: document.rev, batches }
  expect((await owner.call('captions/apply', sent)).status).toBe(200)
}

async function offers(owner: Keeper, projectId: string): Promise<unknown> {
  return (await owner.call('glossary/offers', { projectId })).output
}
