import { expect, onTestFinished, test, vi } from 'vitest'
import { captionsLab } from '../../../../../tests/support/captions-lab.ts'
import { commandFor } from '../../../../../tests/support/caption-edits.ts'
import { statementText } from '../../../../../tests/support/statement-text.ts'
import { checkDocument, type Command } from '../../model/index.ts'
import { headOf } from './document-rows.ts'
import { documentOf } from '../index.ts'
import { OpenDocuments } from './open-documents.ts'

const { db, project, createCaptions, webProcess } = await captionsLab()

test('reads the captions once for many edits', async () => {
  const { projectId, ada } = await start({ words: 20_000 })
  const reads = countReads()
  for (let revision = 1; revision <= 5; revision++) await ada.apply([rename(`take${revision}`)], revision)
  expect((await ada.get()).words[0]?.text).toBe('take5')
  expect(reads()).toBe(1)
  expect((await documentOf(db, projectId))?.words[0]?.text).toBe('take5')
})

test('keeps captions equal in two processes that edit in turns, without rereading', async () => {
  const { projectId, ownerId } = await project({ words: 120 })
  const editors = [webProcess()(ownerId, projectId), webProcess()(ownerId, projectId)]
  for (const editor of editors) await editor.get()
  await editors[0]?.apply([rename('begin')], 1)
  // A document opened at the first revision is read again: no batch proves that the history is the same.
  await editors[1]?.get()
  const reads = countReads()
  let doc = await editors[0]?.get()
  for (let at = 0; at < 60; at++) {
    const editor = editors[at % 2]
    if (doc === undefined || editor === undefined) throw new Error('no captions')
    const type = TYPES[at % TYPES.length] ?? 'setTag'
    const command = commandFor(doc, { type, a: at * 7, b: at * 5, text: `said${at}` }, `n${at}`)
    if (command !== undefined) await editor.apply([command], doc.rev).catch(expectRefusal)
    doc = await editors[(at + 1) % 2]?.get()
  }
  expect(reads()).toBe(0)
  expect(doc?.rev).toBeGreaterThan(40)
  expect(await editors[0]?.get()).toEqual(doc)
  expect(await documentOf(db, projectId)).toEqual(doc)
  checkDocument(doc ?? (await editors[0]?.get()) ?? never())
})

test('continues at the newest revision after a restart', async () => {
  const { projectId, ownerId, ada } = await start({ words: 10 })
  await ada.apply([rename('first')], 1)
  const again = webProcess()(ownerId, projectId)
  expect(await again.apply([{ type: 'setWordText', id: 'w2', text: 'second' }], 1)).toEqual([3])
  expect((await again.get()).words.slice(0, 2)).toMatchObject([{ text: 'first' }, { text: 'second' }])
})

test('starts with the first captions, and with all of them once they were edited', async () => {
  const { projectId, ada } = await start({ words: 2_000 })
  const documents = new OpenDocuments()
  const first = await documents.start(db, projectId, 'ada')
  expect(first?.words).toHaveLength(500)
  expect(documents.size).toBe(0)
  const { words } = (await documents.latest(db, projectId, 'ada'))?.doc ?? never()
  expect(words).toHaveLength(2_000)
  expect(first?.words).toEqual(words.slice(0, 500))
  expect((await documents.start(db, projectId, 'ada'))?.words).toHaveLength(2_000)

  await ada.apply([rename('first')], 1)
  const edited = await new OpenDocuments().start(db, projectId, 'ada')
  expect(edited?.words).toHaveLength(2_000)
  expect(edited?.words[0]?.text).toBe('first')
})

test('replays up to 100 edits of others, and rereads the captions beyond', async () => {
  const { projectId, ada } = await start({ words: 10 })
  await ada.apply([rename('take1')], 1)
  const documents = new OpenDocuments()
  const open = await documents.latest(db, projectId, 'ada')
  for (let revision = 2; revision <= 101; revision++) await ada.apply([rename(`take${revision}`)], revision)
  const caughtUp = await documents.at(db, projectId, await head(projectId), open)
  expect(caughtUp?.doc).toMatchObject({ rev: 102 })
  expect(caughtUp?.doc).toEqual(await documentOf(db, projectId))
  await ada.apply([rename('last')], 102)
  expect(await new OpenDocuments().at(db, projectId, await head(projectId), open)).toBeUndefined()
  expect((await documents.latest(db, projectId, 'ada'))?.doc.rev).toBe(103)
})

test('reloads replaced captions, even at the same revision', async () => {
  const { projectId, ada } = await start({ words: 10 })
  await ada.apply([rename('old')], 1)
  await db.$client.query('delete from caption_documents where project_id = $1', [projectId])
  const fresh = await createCaptions(projectId, 5)
  expect(await ada.get()).toEqual(fresh)
  expect(await ada.apply([rename('new')], 1)).toEqual([2])
  expect(await documentOf(db, projectId)).toMatchObject({
    id: fresh.id,
    rev: 2,
    words: [{ text: 'new' }, {}, {}, {}, {}],
  })
})

test('treats a restored database as another history, even with equal revisions', async () => {
  const { projectId, ownerId, ada } = await start({ words: 10 })
  await ada.apply([rename('kept')], 1)
  const { state } = await head(projectId)
  await ada.apply([rename('lost')], 2)
  // Like a replica that took over without the last transaction.
  await db.$client.query('delete from caption_batches where project_id = $1 and revision = 3', [projectId])
  await db.$client.query('update caption_documents set revision = 2, state = $2 where project_id = $1', [
    projectId,
    state,
  ])
  expect((await ada.get()).words[0]?.text).toBe('kept')
  await webProcess()(ownerId, projectId).apply([{ type: 'setWordText', id: 'w2', text: 'other' }], 2)
  expect((await ada.get()).words.slice(0, 2)).toMatchObject([{ text: 'kept' }, { text: 'other' }])
})

test('keeps nothing of a refused edit', async () => {
  const { ada } = await start({ words: 10 })
  await ada.apply([rename('first')], 1)
  const both: Command[] = [rename('second'), { type: 'deleteWords', ids: ['nobody'] }]
  await expect(ada.apply(both, 2)).rejects.toMatchObject({ code: 'unprocessable' })
  expect(await ada.get()).toMatchObject({
    rev: 2,
    words: expect.arrayContaining([expect.objectContaining({ text: 'first' })]),
  })
})

test('forgets the captions unused longest when memory is full', async () => {
  const documents = new OpenDocuments({ limits: { bytes: 25_000, bytesOfAccount: 25_000 } })
  const [first, second, third] = [await project(TWENTY), await project(TWENTY), await project(TWENTY)]
  for (const { projectId } of [first, second]) await documents.latest(db, projectId, 'ada')
  expect(documents.size).toBe(2)
  await documents.latest(db, first.projectId, 'ada')
  await documents.latest(db, third.projectId, 'ada')
  const reads = countReads()
  await documents.latest(db, first.projectId, 'ada')
  expect([documents.size, reads()]).toEqual([2, 0])
  await documents.latest(db, second.projectId, 'ada')
  expect(reads()).toBe(1)
})

test('an account that opens many long captions displaces its own alone', async () => {
  const documents = new OpenDocuments({ limits: { bytes: 100_000, bytesOfAccount: 25_000 } })
  const { projectId } = await project(TWENTY)
  await documents.latest(db, projectId, 'ada')
  for (let n = 0; n < 10; n++) await documents.latest(db, (await project(TWENTY)).projectId, 'mallory')
  expect(documents.size).toBe(3)
  const reads = countReads()
  await documents.latest(db, projectId, 'ada')
  expect(reads()).toBe(0)
})

test('shares one read among concurrent requests for the same captions', async () => {
  const { projectId } = await project(TWENTY)
  const documents = new OpenDocuments()
  const reads = countReads()
  const all = await Promise.all(Array.from({ length: 8 }, () => documents.latest(db, projectId, 'ada')))
  expect(new Set(all.map((open) => open?.doc)).size).toBe(1)
  expect(reads()).toBe(1)
})

const TWENTY = { words: 20 }
const TYPES = [
  'setWordText',
  'insertWords',
  'deleteWords',
  'splitWord',
  'mergeWords',
  'setTag',
  'splitCue',
  'mergeCues',
  'setStyle',
] as const

/** Counts the reads of whole documents from now on. */
function countReads(): () => number {
  const query = vi.spyOn(db.$client, 'query')
  onTestFinished(() => query.mockRestore())
  return () => query.mock.calls.filter(([statement]) => /snapshot as packed/.test(statementText(statement))).length
}

function rename(text: string): Command {
  return { type: 'setWordText', id: 'w1', text }
}

/** Generated commands do not always fit. */
function expectRefusal(error: unknown): void {
  expect(error).toMatchObject({ code: 'unprocessable' })
}

async function head(projectId: string) {
  return (await headOf(db, projectId)) ?? never()
}

function never(): never {
  throw new Error('there are no captions')
}

/** Captions of this many words, and an editor. */
async function start({ words }: { words: number }) {
  const { projectId, ownerId } = await project({ words })
  return { projectId, ownerId, ada: webProcess()(ownerId, projectId) }
}
