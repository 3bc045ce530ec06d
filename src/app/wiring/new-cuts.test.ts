import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeCaptions, documentOf } from '#features/captions/server/index.ts'
import { copyThreads } from '#features/review/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { probeOf } from '../../../tests/support/exports.ts'
import { startReview, transcriptOf } from '../../../tests/support/review.ts'

const lab = await startReview()
const { db, product } = lab
const ada = await lab.person('Ada')

const SAID = 'hello and welcome to our word pop show today we cook some eggs thank you for watching'

test('words still said keep corrections, tags, emoji and comments at their new times', async () => {
  const earlier = await lab.project(ada, SAID)
  await lab.edit(ada, earlier, [
    { type: 'mergeWords', ids: ['w6', 'w7'], text: 'Wordpop' },
    { type: 'setTag', ids: ['w12'], tag: 'keyword', on: true },
    { type: 'setDecor', items: [{ wordId: 'w13', decor: { id: 'd1', kind: 'emoji', emoji: '🥚', side: 'above' } }] },
  ])
  const anchor = { firstWordId: 'w12', lastWordId: 'w13' }
  await ada.review.start({ projectId: earlier, ...anchor, text: 'How many?' })
  const cut = await emptyProject(ada)
  // The greeting is gone, and the thanks come first.
  await carry(earlier, cut, 'thank you for watching our word pop show today we cook some eggs goodbye')

  const doc = await documentOf(db, cut)
  expect(doc?.words.map(({ text }) => text).join(' ')).toBe(
    'thank you for watching our Wordpop show today we cook some eggs goodbye',
  )
  expect(doc?.words.find(({ id }) => id === 'w12')).toMatchObject({ text: 'some', tags: ['keyword'], t0: 11 * 400 })
  expect(doc?.words.find(({ id }) => id === 'w13')).toMatchObject({ decor: [{ emoji: '🥚' }], t0: 12 * 400 })
  expect(doc?.setAside).toMatchObject([{ text: 'hello and welcome to', why: 'not-in-cut' }])
  const { threads } = await ada.review.threads({ projectId: cut, filter: 'open' })
  expect(threads).toMatchObject([{ ...anchor, quote: 'some eggs', comments: [{ author: 'Ada', text: 'How many?' }] }])
})

test('a comment on lost words stands beside the words around them', async () => {
  const earlier = await lab.project(ada, SAID)
  await ada.review.start({ projectId: earlier, firstWordId: 'w8', lastWordId: 'w8', text: 'Which one?' })
  const cut = await emptyProject(ada)
  await carry(earlier, cut, 'hello and welcome to our word pop today we cook some eggs')
  const { threads } = await ada.review.threads({ projectId: cut, filter: 'open' })
  expect(threads).toMatchObject([{ firstWordId: 'w8', nearWordId: 'w7', quote: 'show' }])
})

test('the earlier cut stays as it is, and the history leads back to the recognised words', async () => {
  const earlier = await lab.project(ada, SAID)
  await lab.edit(ada, earlier, [{ type: 'setWordText', id: 'w1', text: 'Hi' }])
  const before = await documentOf(db, earlier)
  const cut = await emptyProject(ada)
  await carry(earlier, cut, 'hello and welcome to our word pop show')
  expect(await documentOf(db, earlier)).toEqual(before)
  const { entries } = await ada.captions.history({ projectId: cut })
  expect(entries).toMatchObject([
    { revision: 2, label: 'Carry over the captions of “Summer”: 8 kept, 0 new, 9 set aside' },
  ])
  expect((await documentOf(db, cut))?.words[0]?.text).toBe('Hi')
  const answer = await ada.browser.send(`/api/captions/${cut}/versions/1/document`)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"hello"')])
})

test('words that were deleted from the same sound stay away', async () => {
  const earlier = await lab.project(ada, 'today um we cook some eggs')
  await lab.edit(ada, earlier, [{ type: 'deleteWords', ids: ['w2'] }])
  const cut = await emptyProject(ada)
  await carry(earlier, cut, 'hello today um we cook um some eggs')
  expect((await documentOf(db, cut))?.words.map(({ text }) => text).join(' ')).toBe('hello today we cook um some eggs')
})

test('a run that fails leaves the new cut without captions', async () => {
  const earlier = await lab.project(ada, SAID)
  const cut = await emptyProject(ada)
  const carrying = carry(earlier, cut, 'hello', () => Promise.reject(new Error('the worker fails')))
  await expect(carrying).rejects.toThrow('the worker fails')
  expect(await documentOf(db, cut)).toBeUndefined()
})

test('a run names the earlier cut until that is deleted', async () => {
  const eva = await lab.person('Eva')
  const [earlier, cut] = [await captioned(eva), await emptyProject(eva)]
  const started = await start(eva, cut, earlier)
  expect(started.output).toMatchObject({ state: 'queued', cutOf: earlier })
  await db.$client.query('delete from projects where id = $1', [earlier])
  expect((await eva.browser.call('transcription/get', { projectId: cut })).output).toMatchObject({ cutOf: null })
})

test('an earlier cut of a stranger is not found, and one without captions or itself is refused', async () => {
  const [finn, gus] = [await lab.person('Finn'), await lab.person('Gus')]
  const cut = await emptyProject(finn)
  const foreign = await start(finn, cut, await captioned(gus))
  expect([foreign.status, foreign.text]).toEqual([404, expect.stringContaining('Project not found')])
  const bare = await start(finn, cut, await emptyProject(finn))
  expect([bare.status, bare.text]).toEqual([422, expect.stringContaining('has no captions to carry over')])
  const itself = await start(finn, cut, cut)
  expect([itself.status, itself.text]).toEqual([422, expect.stringContaining('not a new cut of itself')])
  const script = { source: { kind: 'script', text: 'hello' } }
  const written = await start(finn, cut, await captioned(finn), script)
  expect([written.status, written.text]).toEqual([422, expect.stringContaining('are listened to')])
})

type Person = typeof ada

function start(who: Person, projectId: string, cutOf: string, o: object = { source: { kind: 'speech' } }) {
  return who.browser.call('transcription/start', { projectId, language: 'en', cutOf, ...o })
}

/** A prepared video without captions. */
async function emptyProject(owner: Person): Promise<string> {
  const id = await lab.project(owner)
  await db.$client.query('delete from caption_documents where project_id = $1', [id])
  await db.$client.query('update projects set probe = $2 where id = $1', [id, JSON.stringify(probeOf())])
  return id
}

/** A video with captions and the run that made them. */
async function captioned(owner: Person): Promise<string> {
  const id = await lab.project(owner, SAID)
  await db.$client.query(
    `insert into transcriptions (id, project_id, job_id, asked_language, source_kind, state, progress, language,
       engine_label, credits, finished_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'auto', 'speech', 'done', 1, 'en', 'Test', 10, now())`,
    [id],
  )
  return id
}

/** Ends a run over a new cut in which this is said. */
async function carry(cutOf: string, projectId: string, said: string, onCarriedOver = copyThreads): Promise<void> {
  const { words, lang: language } = transcriptOf(said)
  const transcribed = { projectId, cutOf, language, words, engine: 'test', model: randomUUID(), attribution: null }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool: product.threadPool, onCarriedOver }, transcribed))
}
