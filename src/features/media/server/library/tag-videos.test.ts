import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { testMedia } from '../../../../../tests/support/media.ts'

const lab = await testMedia(await testDatabase(), { worker: false })
const { db } = lab

test('adds tags to several videos and lists them by name', async () => {
  const ada = randomUUID()
  const [first, second] = [await video(ada), await video(ada)]
  await tag(ada, [first, second], { add: ['Zürich', 'client a'] })
  await tag(ada, [second], { add: ['Client A', 'Demo'], remove: ['ZÜRICH'] })
  expect(await tagsOf(ada, first)).toEqual(['client a', 'Zürich'])
  // The first spelling stays.
  expect(await tagsOf(ada, second)).toEqual(['client a', 'Demo'])
  const listed = await call(lab.feature.procedures.list, undefined, lab.context(ada))
  expect(Object.fromEntries(listed.map(({ id, tags }) => [id, tags]))).toEqual({
    [first]: ['client a', 'Zürich'],
    [second]: ['client a', 'Demo'],
  })
})

test('refuses an eleventh tag, and then changes no video', async () => {
  const ada = randomUUID()
  const [full, empty] = [await video(ada, 'Full'), await video(ada)]
  await tag(ada, [full], { add: TEN })
  await expect(tag(ada, [empty, full], { add: ['one more'] })).rejects.toMatchObject({
    code: 'conflict',
    message: '“Full” would have more than 10 tags. Remove one of its tags first.',
  })
  expect(await tagsOf(ada, empty)).toEqual([])
  // Replacing one is no eleventh.
  await tag(ada, [full], { add: ['one more'], remove: ['tag 0'] })
  expect(await tagsOf(ada, full)).toHaveLength(10)
})

test('two requests never add an eleventh tag together', async () => {
  const ada = randomUUID()
  const id = await video(ada)
  await tag(ada, [id], { add: TEN.slice(1) })
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd'].map((one) => tag(ada, [id], { add: [one] })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await tagsOf(ada, id)).toHaveLength(10)
})

test('refuses to tag a video of somebody else, and then changes none', async () => {
  const [ada, bob] = [randomUUID(), randomUUID()]
  const [mine, theirs] = [await video(ada), await video(bob)]
  await expect(tag(ada, [mine, theirs], { add: ['mine now'] })).rejects.toMatchObject({ code: 'not_found' })
  expect(await tagsOf(ada, mine)).toEqual([])
  expect(await tagsOf(bob, theirs)).toEqual([])
})

test('shows the tags of a video to nobody but its owner', async () => {
  const [ada, bob] = [randomUUID(), randomUUID()]
  await db.$client.query(
    `insert into users (id, email, plan) values ($1::uuid, $1::text || '@x.org', 'pro'), ($2::uuid, $2::text || '@x.org', 'pro')`,
    [ada, bob],
  )
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'editor', now())`,
    [ada, bob],
  )
  const id = await video(ada)
  await tag(ada, [id], { add: ['Difficult client'] })
  const [shared] = await call(lab.feature.procedures.shared, undefined, lab.context(bob))
  expect(shared?.projects).toMatchObject([{ id, tags: [] }])
  await expect(tag(bob, [id], { add: ['mine'] })).rejects.toMatchObject({ code: 'forbidden' })
})

const TEN = Array.from({ length: 10 }, (_, n) => `tag ${n}`)

function tag(userId: string, projectIds: readonly string[], change: { add?: string[]; remove?: string[] }) {
  const input = { projectIds: [...projectIds], add: change.add ?? [], remove: change.remove ?? [] }
  return call(lab.feature.procedures.tag, input, lab.context(userId))
}

async function tagsOf(userId: string, projectId: string) {
  return (await lab.view(userId, projectId)).tags
}

async function video(ownerId: string, title = 'Clip'): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, $2, $3, 'checking', 1, repeat('0', 64))`,
    [id, ownerId, title],
  )
  return id
}
