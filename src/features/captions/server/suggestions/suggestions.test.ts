import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CaptionDocument, type Command, MOST_SUGGESTIONS } from '#features/captions/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { startReview } from '../../../../../tests/support/review.ts'
import { dropOldBatches } from '../maintenance.ts'
import { eraseSuggestions, exportSuggestions } from '../personal-data.ts'

const lab = await startReview()
const ada = await lab.person('Ada')
const bob = await lab.person('Bob')
await lab.join(ada, bob)

test('a suggestion waits outside the captions, with its words before and after', async () => {
  const { projectId, suggest, text } = await start()
  const id = await suggest([setText('w2', 'zwei')])
  expect(await text()).toBe('one two three four five six')
  const { waiting } = await ada.captions.suggestions({ projectId })
  expect(waiting).toMatchObject([
    {
      id,
      by: { name: 'Bob', you: false },
      label: 'Change a word to “zwei”',
      wordIds: ['w2'],
      before: 'two',
      after: 'zwei',
      state: 'waiting',
      isUnfit: false,
      decidedBy: null,
    },
  ])
  expect((await bob.captions.suggestions({ projectId })).waiting[0]?.by.you).toBe(true)
  expect((await bob.captions.ownSuggestions({ projectId })).batches).toEqual([
    { batchId: id, commands: [setText('w2', 'zwei')], buildsOn: [] },
  ])
  expect((await ada.captions.ownSuggestions({ projectId })).batches).toEqual([])
})

test('describes added and removed words', async () => {
  const { projectId, suggest } = await start()
  await suggest([{ type: 'insertWords', after: 'w2', words: [{ id: 'n1', text: 'and' }] }])
  await suggest([{ type: 'deleteWords', ids: ['w4', 'w5'] }])
  await suggest([{ type: 'setStyle', styleId: 'main', patch: { fill: { active: '#ff0000' } } }])
  const { waiting } = await ada.captions.suggestions({ projectId })
  expect(waiting.map(({ wordIds, before, after }) => ({ wordIds, before, after }))).toEqual([
    // The new word takes time from the one before it.
    { wordIds: ['w2'], before: 'two', after: 'two and' },
    { wordIds: ['w4', 'w5'], before: 'four five', after: null },
    { wordIds: [], before: null, after: null },
  ])
})

test('an accepted suggestion becomes a revision by its author, which names who accepted it', async () => {
  const { projectId, suggest, text } = await start()
  const id = await suggest([setText('w2', 'zwei')])
  expect(await ada.captions.acceptSuggestions({ projectId, ids: [id] })).toEqual({ accepted: [id], unfit: [] })
  expect(await text()).toBe('one zwei three four five six')
  const { entries } = await ada.captions.history({ projectId })
  expect(entries).toMatchObject([
    { revision: 2, by: { name: 'Bob', you: false }, acceptedBy: { name: 'Ada', you: true } },
  ])
  const { waiting, decided } = await bob.captions.suggestions({ projectId })
  expect(waiting).toEqual([])
  expect(decided).toMatchObject([{ id, state: 'accepted', decidedBy: { name: 'Ada', you: false } }])
  expect(await ada.captions.acceptSuggestions({ projectId, ids: [id] }), 'twice').toEqual({ accepted: [], unfit: [] })
})

test('a suggestion is rebased onto other edits, and stays if one changed the same words', async () => {
  const { projectId, suggest, text } = await start()
  const [kept, lost] = [await suggest([setText('w2', 'zwei')]), await suggest([setText('w4', 'vier')])]
  await lab.edit(ada, projectId, [setText('w4', 'FOUR')])
  await lab.edit(ada, projectId, [{ type: 'deleteWords', ids: ['w1'] }])
  expect(await ada.captions.acceptSuggestions({ projectId, ids: [lost, kept] })).toEqual({
    accepted: [kept],
    unfit: [lost],
  })
  expect(await text()).toBe('zwei three FOUR five six')
  expect((await ada.captions.suggestions({ projectId })).waiting).toMatchObject([{ id: lost, isUnfit: true }])
})

test('a suggestion on top of another one fits after it, and alone only if it can', async () => {
  const { projectId, suggest, text } = await start()
  const added = await suggest([{ type: 'insertWords', after: 'w2', words: [{ id: 'n1', text: 'and' }] }])
  const changed = await suggest([setText('n1', 'plus')], [added])
  const again = await suggest([setText('w1', 'eins')])
  const more = await suggest([setText('w1', 'uno')], [again])
  await ada.captions.declineSuggestions({ projectId, ids: [again] })
  const ids = [changed, more]
  expect(await ada.captions.acceptSuggestions({ projectId, ids })).toEqual({ accepted: [more], unfit: [changed] })
  expect(await ada.captions.acceptSuggestions({ projectId, ids: [changed, added] })).toEqual({
    accepted: [added, changed],
    unfit: [],
  })
  expect(await text()).toBe('uno two plus three four five six')
})

test('an author withdraws only their own suggestions', async () => {
  const { projectId, suggest } = await start()
  const id = await suggest([setText('w2', 'zwei')])
  await ada.captions.withdrawSuggestions({ projectId, ids: [id] })
  expect((await ada.captions.suggestions({ projectId })).waiting).toHaveLength(1)
  await bob.captions.withdrawSuggestions({ projectId, ids: [id] })
  expect(await ada.captions.suggestions({ projectId })).toEqual({ waiting: [], decided: [] })
  expect(await ada.captions.acceptSuggestions({ projectId, ids: [id] })).toEqual({ accepted: [], unfit: [] })
})

test('of two people who accept at once, one saves it', async () => {
  const { projectId, suggest, text } = await start()
  const id = await suggest([setText('w2', 'zwei')])
  const answers = await Promise.all(
    [ada, bob].map(({ captions }) => captions.acceptSuggestions({ projectId, ids: [id] })),
  )
  expect(answers.flatMap(({ accepted }) => accepted)).toEqual([id])
  expect(answers.flatMap(({ unfit }) => unfit)).toEqual([])
  expect(await text()).toBe('one zwei three four five six')
})

test('suggests once; a saved edit of the author is not suggested again', async () => {
  const { projectId, suggest, document } = await start()
  const batch = { batchId: randomUUID(), commands: [setText('w2', 'zwei')], buildsOn: [] }
  const send = () => bob.captions.suggest({ projectId, baseRevision: 1, batches: [batch] })
  expect(await send()).toEqual({ refused: [] })
  expect(await send()).toEqual({ refused: [] })
  expect((await ada.captions.suggestions({ projectId })).waiting).toHaveLength(1)
  await expect(
    ada.captions.suggest({ projectId, baseRevision: 1, batches: [batch] }),
    'the id of another author',
  ).rejects.toMatchObject({ code: 'conflict' })
  const { saved } = await lab.edit(bob, projectId, [setText('w1', 'eins')])
  const batchId = saved[0]?.batchId ?? ''
  const copy = { ...batch, batchId }
  const { rev } = await document()
  expect(await bob.captions.suggest({ projectId, baseRevision: rev, batches: [copy] })).toEqual({ refused: [] })
  expect((await ada.captions.suggestions({ projectId })).waiting).toHaveLength(1)
  await expect(
    ada.captions.suggest({ projectId, baseRevision: rev, batches: [copy] }),
    'the saved edit of another author',
  ).rejects.toMatchObject({ code: 'conflict' })
  await expect(suggest([setText('w3', 'drei')], [randomUUID()]), 'an unknown base').rejects.toMatchObject({
    code: 'conflict',
  })
})

test('a suggestion that conflicts with an edit saved meanwhile is refused with the details', async () => {
  const { projectId } = await start()
  await lab.edit(ada, projectId, [setText('w2', 'TWO')])
  const batch = { batchId: randomUUID(), commands: [setText('w2', 'zwei')], buildsOn: [] }
  const { refused } = await bob.captions.suggest({ projectId, baseRevision: 1, batches: [batch] })
  expect(refused).toMatchObject([
    { batchId: batch.batchId, details: { by: { name: 'Ada' }, was: 'two', theirs: 'TWO', mine: 'zwei' } },
  ])
  const above = { batchId: randomUUID(), commands: [setText('w2', 'deux')], buildsOn: [batch.batchId] }
  const both = await bob.captions.suggest({ projectId, baseRevision: 1, batches: [batch, above] })
  expect(both.refused.map(({ batchId }) => batchId)).toEqual([batch.batchId, above.batchId])
  const odd = { ...batch, commands: [setText('gone', 'x')] }
  await expect(bob.captions.suggest({ projectId, baseRevision: 2, batches: [odd] })).rejects.toMatchObject({
    code: 'unprocessable',
  })
  expect((await ada.captions.suggestions({ projectId })).waiting).toEqual([])
})

test('viewers only read suggestions; those of a removed editor stay for the owner', async () => {
  const { projectId, suggest } = await start()
  const vera = await lab.person('Vera')
  const eve = await lab.person('Eve')
  await lab.join(ada, vera, 'viewer')
  const id = await suggest([setText('w2', 'zwei')])
  expect((await vera.captions.suggestions({ projectId })).waiting).toHaveLength(1)
  const batches = [{ batchId: randomUUID(), commands: [setText('w1', 'x')], buildsOn: [] }]
  for (const ask of [
    () => vera.captions.suggest({ projectId, baseRevision: 1, batches }),
    () => vera.captions.acceptSuggestions({ projectId, ids: [id] }),
    () => vera.captions.declineSuggestions({ projectId, ids: [id] }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(eve.captions.suggestions({ projectId })).rejects.toMatchObject({ code: 'not_found' })
  await lab.db.$client.query('delete from collaborators where user_id = $1', [bob.id])
  await expect(bob.captions.suggest({ projectId, baseRevision: 1, batches })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await ada.captions.acceptSuggestions({ projectId, ids: [id] })).toMatchObject({ accepted: [id] })
  await lab.join(ada, bob)
})

test('a suggester suggests and withdraws; only others accept, decline and change the captions', async () => {
  const { projectId, text } = await start()
  const sue = await lab.person('Sue')
  await lab.join(ada, sue, 'suggester')
  const [kept, gone] = [randomUUID(), randomUUID()]
  const batches = [
    { batchId: kept, commands: [setText('w2', 'zwei')], buildsOn: [] },
    { batchId: gone, commands: [setText('w3', 'drei')], buildsOn: [] },
  ]
  expect(await sue.captions.suggest({ projectId, baseRevision: 1, batches })).toEqual({ refused: [] })
  expect((await sue.captions.ownSuggestions({ projectId })).batches).toHaveLength(2)
  const refusal = {
    code: 'forbidden',
    message: 'You can suggest edits to this video, but not change it.',
    details: { access: 'suggester' },
  }
  for (const attempt of [
    () => lab.edit(sue, projectId, [setText('w1', 'eins')]),
    () => sue.captions.acceptSuggestions({ projectId, ids: [kept] }),
    () => sue.captions.declineSuggestions({ projectId, ids: [kept] }),
    () => sue.captions.nameVersion({ projectId, revision: 1, name: 'Mine' }),
  ])
    await expect(attempt()).rejects.toMatchObject(refusal)
  await sue.captions.withdrawSuggestions({ projectId, ids: [gone] })
  expect(await bob.captions.acceptSuggestions({ projectId, ids: [kept, gone] })).toMatchObject({ accepted: [kept] })
  expect(await text()).toBe('one zwei three four five six')
  await lab.db.$client.query('delete from collaborators where user_id = $1', [sue.id])
})

test(`at most ${MOST_SUGGESTIONS} suggestions of a video wait`, async () => {
  const { projectId, suggest } = await start()
  await suggest([setText('w2', 'zwei')])
  await lab.db.$client.query(
    `insert into caption_suggestions (id, project_id, author_id, base_revision, builds_on, changes, json_bytes, label,
       word_ids, state, created_at)
     select gen_random_uuid(), project_id, author_id, base_revision, builds_on, changes, json_bytes, label, word_ids,
       state, created_at from caption_suggestions, generate_series(2, $2) where project_id = $1`,
    [projectId, MOST_SUGGESTIONS],
  )
  await expect(suggest([setText('w3', 'drei')])).rejects.toMatchObject({ code: 'conflict', message: /at most 500/ })
})

test('limits the requests of an account that suggest', async () => {
  const { suggest } = await start()
  await lab.db.$client.query(
    `insert into auth_rate_limits (key, count, window_started_at) values ($1, 1000, now())
     on conflict (key) do update set count = 1000, window_started_at = now()`,
    [`caption-suggest|${bob.id}`],
  )
  await expect(suggest([setText('w2', 'zwei')])).rejects.toMatchObject({ code: 'too_many_requests' })
  await lab.db.$client.query(`delete from auth_rate_limits where key like 'caption-suggest%'`)
})

test('old batches are kept while a suggestion waits to be rebased onto them', async () => {
  const [waiting, decided] = [await start(), await start()]
  await waiting.suggest([setText('w2', 'zwei')])
  const id = await decided.suggest([setText('w2', 'zwei')])
  for (const { projectId } of [waiting, decided]) {
    await lab.edit(ada, projectId, [setText('w4', 'vier')])
    await lab.db.$client.query(
      'update caption_documents set revision = 300, snapshot_revision = 300 where project_id = $1',
      [projectId],
    )
  }
  await ada.captions.declineSuggestions({ projectId: decided.projectId, ids: [id] })
  const later = new Date(Date.now() + 30 * 24 * 60 * 60 * 1_000)
  await dropOldBatches({ db: lab.db, now: () => later })
  const { rows } = await lab.db.$client.query(
    'select project_id from caption_batches where project_id = any ($1::uuid[])',
    [[waiting.projectId, decided.projectId]],
  )
  expect(rows).toEqual([{ project_id: waiting.projectId }])
})

test('deleting an account removes its waiting suggestions and keeps what was accepted', async () => {
  const { projectId } = await start()
  const carl = await lab.person('Carl')
  await lab.join(ada, carl)
  const ids = [randomUUID(), randomUUID()]
  const [first = '', second = ''] = ids
  const batches = [
    { batchId: first, commands: [setText('w1', 'eins')], buildsOn: [] },
    { batchId: second, commands: [setText('w2', 'zwei')], buildsOn: [] },
  ]
  await carl.captions.suggest({ projectId, baseRevision: 1, batches })
  await ada.captions.acceptSuggestions({ projectId, ids: [first] })
  expect(await exportSuggestions(lab.db, carl.id)).toMatchObject([
    { label: 'Change a word to “eins”', before: 'one', after: 'eins', state: 'accepted' },
    { state: 'waiting' },
  ])
  await transaction(lab.db, (tx) => eraseSuggestions(tx, carl.id))
  expect((await ada.captions.suggestions({ projectId })).waiting).toEqual([])
  expect((await exportSuggestions(lab.db, carl.id)).map(({ state }) => state)).toEqual(['accepted'])
})

function setText(id: string, text: string): Command {
  return { type: 'setWordText', id, text }
}

/** A project of six words, and Bob's suggestions. */
async function start() {
  const projectId = await lab.project(ada)
  const document = async (): Promise<CaptionDocument> => (await ada.captions.get({ projectId })).document
  return {
    projectId,
    document,
    text: async () => (await document()).words.map(({ text }) => text).join(' '),
    /** @returns the id of the suggestion, made on the newest captions */
    async suggest(commands: Command[], buildsOn: string[] = []) {
      const batchId = randomUUID()
      const { rev } = await document()
      await bob.captions.suggest({ projectId, baseRevision: rev, batches: [{ batchId, commands, buildsOn }] })
      return batchId
    },
  }
}
