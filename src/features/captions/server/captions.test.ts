import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Probe } from '#features/media/model/index.ts'
import type { LookPatch } from '#features/templates/model/index.ts'
import type { SpokenWord } from '#features/transcription/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import { captionServices } from '../../../../tests/support/captions-lab.ts'
import { applyCommands, type Batch, checkDocument, type Command, cuesOf, importDocument } from '../model/index.ts'
import { unpackChanges } from './storage/batch-changes.ts'
import { captionsRoutes, createDocumentFor, documentOf, OpenDocuments, PastVersions } from './index.ts'

const { db, clientOf, threadPool } = await captionServices()
const documents = new OpenDocuments()

test('creates captions from words at revision 1', async () => {
  const { ada, projectId } = await start()
  const { document } = await ada.get({ projectId })
  expect(document.rev).toBe(1)
  expect(document.words.map(({ text }) => text)).toEqual(['never', 'lose', 'a', 'word', 'again.'])
  expect(document.media).toEqual({ id: projectId, durMs: 5_000, fps: { n: 30_000, d: 1_001 }, w: 1_080, h: 1_920 })
})

test('saves an edit as the next revision', async () => {
  const { ada, projectId } = await start()
  const { document } = await ada.get({ projectId })
  const commands: Command[] = [
    { type: 'setWordText', id: 'w2', text: 'miss' },
    { type: 'splitCue', before: 'w4', newId: 'n1' },
  ]
  expect((await ada.apply(edit(projectId, 1, commands))).saved).toMatchObject([{ revision: 2 }])
  expect((await ada.get({ projectId })).document).toEqual({ ...applyCommands(document, commands).doc, rev: 2 })
})

test('rebases an edit of other words onto a concurrent edit and streams both', async () => {
  const { ada, projectId } = await start()
  const first = edit(projectId, 1, [{ type: 'setWordText', id: 'w1', text: 'always' }])
  await ada.apply(first)
  const late = edit(projectId, 1, [{ type: 'setWordText', id: 'w4', text: 'thing' }])
  const answer = await ada.apply(late)
  expect(answer).toMatchObject({ saved: [{ batchId: late.batches[0]?.batchId, revision: 3 }], refused: [] })
  expect(answer.since).toEqual([
    { ...first.batches[0], revision: 2, by: { name: 'Somebody', you: true }, isReplacement: false },
  ])
  expect(await textOf(ada, projectId)).toBe('always lose a thing again.')
})

test('rejects an edit of a concurrently changed word, with both texts', async () => {
  const { ada, projectId } = await start()
  await ada.apply(edit(projectId, 1, [{ type: 'setWordText', id: 'w1', text: 'always' }]))
  const late = edit(projectId, 1, [{ type: 'setWordText', id: 'w1', text: 'ever' }])
  expect(await ada.apply(late)).toMatchObject({
    saved: [],
    refused: [
      {
        batchId: late.batches[0]?.batchId,
        details: { part: 'words', wordIds: ['w1'], was: 'never', theirs: 'always', mine: 'ever' },
      },
    ],
  })
  expect(await textOf(ada, projectId)).toBe('always lose a word again.')
})

test('rejects deleting a word that somebody else has joined with its neighbour', async () => {
  const { ada, projectId } = await start()
  await ada.apply(edit(projectId, 1, [{ type: 'mergeWords', ids: ['w2', 'w3'], text: 'losea' }]))
  const { refused } = await ada.apply(edit(projectId, 1, [{ type: 'deleteWords', ids: ['w3'] }]))
  expect(refused).toMatchObject([
    { details: { part: 'words', wordIds: ['w3', 'w2'], was: 'lose a', theirs: 'losea', mine: 'lose' } },
  ])
})

test('reports deleting an already deleted word as the same edit', async () => {
  const { ada, projectId } = await start()
  await ada.apply(edit(projectId, 1, [{ type: 'deleteWords', ids: ['w2', 'w3'] }]))
  const { refused } = await ada.apply(edit(projectId, 1, [{ type: 'deleteWords', ids: ['w3'] }]))
  expect(refused).toMatchObject([{ details: { part: 'words', wordIds: ['w3'], was: 'a', theirs: null, mine: null } }])
})

test('rejects batches that build on a refused one, and saves the others of the request', async () => {
  const { ada, projectId } = await start()
  await ada.apply(edit(projectId, 1, [{ type: 'deleteWords', ids: ['w5'] }]))
  const batch = (commands: Command[]) => ({ batchId: randomUUID(), commands })
  const mine = [
    batch([{ type: 'insertWords', after: 'w5', words: [{ id: 'n1', text: 'Ever.' }] }]),
    batch([{ type: 'setWordText', id: 'n1', text: 'Ever!' }]),
    batch([{ type: 'setWordText', id: 'w1', text: 'ever' }]),
  ]
  const { saved, refused } = await ada.apply({ ...edit(projectId, 1, []), batches: mine })
  expect(refused.map(({ batchId }) => batchId)).toEqual(mine.slice(0, 2).map(({ batchId }) => batchId))
  expect(saved).toEqual([{ batchId: mine[2]?.batchId, revision: 3 }])
  expect(await textOf(ada, projectId)).toBe('ever lose a word')
})

test('saves one of many concurrent edits of a word and rejects the others', async () => {
  const { ada, projectId } = await start()
  const texts = ['one', 'two', 'three', 'four']
  const answers = await Promise.all(
    texts.map((text) => ada.apply(edit(projectId, 1, [{ type: 'setWordText', id: 'w1', text }]))),
  )
  const won = answers.flatMap(({ saved }, at) => (saved.length === 1 ? [texts[at]] : []))
  expect(won).toHaveLength(1)
  for (const { saved, refused } of answers) expect(saved.length + refused.length).toBe(1)
  const { document } = await ada.get({ projectId })
  expect(document.rev).toBe(2)
  expect(document.words[0]?.text).toBe(won[0])
})

test('rejects edits too far behind as a whole, with the newest revision', async () => {
  const { ada, projectId } = await start()
  const ahead = ada.apply(edit(projectId, 7, [{ type: 'setWordText', id: 'w1', text: 'lost' }]))
  await expect(ahead).rejects.toMatchObject({ code: 'conflict', details: { revision: 1 } })
})

test('saves a batch once when it is sent again after a lost answer', async () => {
  const { ada, projectId } = await start()
  const first = edit(projectId, 1, [{ type: 'insertWords', after: 'w5', words: [{ id: 'n1', text: 'Ever.' }] }])
  const revisions = async (sent: typeof first) => (await ada.apply(sent)).saved.map(({ revision }) => revision)
  expect(await revisions(first)).toEqual([2])
  const next: Batch = { batchId: randomUUID(), commands: [{ type: 'deleteWords', ids: ['w1'] }] }
  expect(await revisions({ ...first, batches: [...first.batches, next] })).toEqual([2, 3])
  expect(await revisions({ ...first, batches: [...first.batches, next] })).toEqual([2, 3])
  expect(await textOf(ada, projectId)).toBe('lose a word again. Ever.')
})

test('saves the batches of a request together or not at all', async () => {
  const { ada, projectId } = await start()
  const good = edit(projectId, 1, [{ type: 'setWordText', id: 'w1', text: 'fine' }])
  const both = {
    ...good,
    batches: [
      ...good.batches,
      { batchId: randomUUID(), commands: [{ type: 'deleteWords' as const, ids: ['nobody'] }] },
    ],
  }
  await expect(ada.apply(both)).rejects.toMatchObject({ code: 'unprocessable' })
  expect((await ada.get({ projectId })).document.rev).toBe(1)
})

test.each<{ lie: string; command: Command }>([
  {
    lie: 'overlapping words',
    command: {
      type: 'restore',
      words: [
        {
          after: 'w1',
          remove: ['w2'],
          insert: [{ id: 'w2', t0: 0, t1: 4_000, text: 'lose', raw: 'lose', timing: 'asr', tags: [], join: 'space' }],
        },
      ],
    },
  },
  { lie: 'words in no caption', command: { type: 'restore', cues: [{ after: null, remove: ['c1'], insert: [] }] } },
  { lie: 'an id twice', command: { type: 'insertWords', after: 'w5', words: [{ id: 'w1', text: 'again' }] } },
])('a client that sends $lie is refused and changes nothing', async ({ command }) => {
  const { ada, projectId } = await start()
  await expect(ada.apply(edit(projectId, 1, [command]))).rejects.toMatchObject({ code: 'unprocessable' })
  expect((await ada.get({ projectId })).document.rev).toBe(1)
})

test.each<{ what: string; patch: LookPatch; text: string }>([
  { what: 'a colour that is none', patch: { fill: { active: 'url(x)' } }, text: 'fine' },
  { what: 'a word with a zero byte', patch: {}, text: 'a\0b' },
  { what: 'half a letter', patch: {}, text: '\uD83D' },
])('$what is refused before anything happens', async ({ patch, text }) => {
  const { ada, projectId } = await start()
  await expect(
    ada.apply(
      edit(projectId, 1, [
        { type: 'setStyle', styleId: 'main', patch },
        { type: 'setWordText', id: 'w1', text },
      ]),
    ),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test("answers not found for somebody else's captions", async () => {
  const { bob, projectId, fetchFile } = await start()
  await expect(bob.get({ projectId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bob.apply(edit(projectId, 1, [{ type: 'deleteWords', ids: ['w1'] }]))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await fetchFile('captions.srt', 'bob')).status).toBe(404)
  expect((await fetchFile('captions.srt', null)).status).toBe(401)
})

test('reports a project without captions', async () => {
  const { ada } = clients()
  const projectId = await insertProject('ada')
  await expect(ada.get({ projectId })).rejects.toMatchObject({
    code: 'not_found',
    message: 'This video has no captions yet.',
  })
})

test('keeps template and style on a new transcript, and can undo it', async () => {
  const { ada, projectId } = await start()
  await ada.apply(
    edit(projectId, 1, [
      { type: 'setTemplate', template: { id: 'boxed', version: 1 } },
      { type: 'setStyle', styleId: 'main', patch: { font: { size: 0.05 } } },
    ]),
  )
  const before = (await ada.get({ projectId })).document
  await transaction(db, (tx) =>
    createDocumentFor(
      tx,
      { id: projectId, probe },
      { words: spoken('entirely new words'), lang: 'en', provenance: { engine: 'b', model: 'c' } },
    ),
  )
  const after = await documentOf(db, projectId)
  expect(after?.rev).toBe(3)
  expect(after?.words.map(({ text }) => text)).toEqual(['entirely', 'new', 'words'])
  expect(after?.template).toEqual({ id: 'boxed', version: 1 })
  const { rows } = await db.$client.query<{ changes: Uint8Array }>(
    'select changes from caption_batches where project_id = $1 and revision = 3',
    [projectId],
  )
  const { inverse } = unpackChanges(rows[0]?.changes ?? new Uint8Array())
  const back = after && applyCommands(after, inverse).doc
  expect(back?.words).toEqual(before.words)
  expect(back && cuesOf(back)).toEqual(cuesOf(before))
})

test('starts a video without sound with empty captions and accepts a typed line', async () => {
  const { ada } = clients()
  const projectId = await insertProject('ada')
  await transaction(db, (tx) =>
    createDocumentFor(
      tx,
      { id: projectId, probe },
      { words: [], lang: 'und', provenance: { engine: 'none', model: 'none' } },
    ),
  )
  await ada.apply(
    edit(projectId, 1, [
      { type: 'insertWords', after: null, words: [{ id: 'n1', text: 'Hello' }], cueId: 'n2', t0: 1_200 },
    ]),
  )
  const { document } = await ada.get({ projectId })
  expect(document.words[0]).toMatchObject({ text: 'Hello', t0: 1_200, timing: 'interpolated' })
})

test('removes the captions of a removed project', async () => {
  const { projectId } = await start()
  await db.$client.query('delete from projects where id = $1', [projectId])
  expect(await documentOf(db, projectId)).toBeUndefined()
})

test('serves captions as SRT, WebVTT with or without word times, and lossless JSON', async () => {
  const { ada, projectId, fetchFile } = await start()
  const srt = await fetchFile('captions.srt')
  expect(srt.headers.get('content-type')).toContain('application/x-subrip')
  expect(srt.headers.get('content-disposition')).toContain('My clip.srt')
  expect(await srt.text()).toBe('1\n00:00:00,500 --> 00:00:01,950\nnever lose a word again.\n')
  expect(await (await fetchFile('captions.vtt')).text()).not.toContain('<00:')
  expect(await (await fetchFile('captions.vtt?words=1')).text()).toContain('never <00:00:00.800>lose')
  const { document } = await ada.get({ projectId })
  expect(importDocument(await (await fetchFile('captions.json')).text())).toEqual(document)
  expect((await fetchFile('captions.exe')).status).toBe(404)
})

test('keeps translations at their times in a new transcript', async () => {
  const { ada, projectId } = await start()
  const translated = (id: string, from: string, to: string) => ({ id, from, to, text: id, sourceHash: '0'.repeat(16) })
  const track = { id: 'de', role: 'translation' as const, lang: 'de', dir: 'ltr' as const }
  const cues = [translated('a', 'w1', 'w2'), translated('b', 'w3', 'w3'), translated('c', 'w4', 'w5')]
  const add: Command = {
    type: 'restore',
    parts: { translations: [{ after: null, remove: [], insert: [{ ...track, cues }] }] },
  }
  await ada.apply(edit(projectId, 1, [add]))
  const words = spoken('not ever lose words again').filter(({ text }) => text !== 'lose')
  await transaction(db, (tx) =>
    createDocumentFor(
      tx,
      { id: projectId, probe },
      { words, lang: 'en', provenance: { engine: 'test', model: 'test' } },
    ),
  )
  const { document } = await ada.get({ projectId })
  expect(document.tracks[1]?.cues.map(({ id, from, to }) => [id, from, to])).toEqual([
    ['a', 'w1', 'w2'],
    ['c', 'w3', 'w4'],
  ])
  checkDocument(document)
})

const probe: Probe = {
  container: 'mp4',
  durationMs: 5_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 30_000, d: 1_001 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  audio: null,
  hdr: false,
}

/** Ada's project with captions, and its callers. */
async function start() {
  const projectId = await insertProject('ada')
  await transaction(db, (tx) =>
    createDocumentFor(
      tx,
      { id: projectId, probe },
      { words: spoken('never lose a word again.'), lang: 'en', provenance: { engine: 'test', model: 'test' } },
    ),
  )
  const fetchFile = (file: string, userId: string | null = 'ada') => {
    const app = new Hono<HttpEnv>()
    app.use((c, next) => {
      c.set('caller', userId === null ? null : { userId, email: `${userId}@example.org` })
      return next()
    })
    const versions = new PastVersions({ db, threadPool })
    const routes = captionsRoutes({ db, documents, versions })
    return app.route('/api/captions', routes).request(`/api/captions/${projectId}/${file}`)
  }
  return { ...clients(), projectId, fetchFile }
}

type Client = ReturnType<typeof clients>['ada']

async function textOf(client: Client, projectId: string): Promise<string> {
  return (await client.get({ projectId })).document.words.map(({ text }) => text).join(' ')
}

function clients() {
  const as = (userId: string) => clientOf(userId, { documents })
  return { ada: as('ada'), bob: as('bob') }
}

async function insertProject(ownerId: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query("insert into projects (id, owner_id, title, size_bytes) values ($1, $2, 'My clip', 1)", [
    id,
    ownerId,
  ])
  return id
}

function edit(projectId: string, baseRevision: number, commands: Command[]) {
  const batches: Batch[] = [{ batchId: randomUUID(), commands }]
  return { projectId, clientId: randomUUID(), baseRevision, batches }
}

/** Words of 250 ms with pauses of 50 ms, from 500 ms. */
function spoken(text: string): SpokenWord[] {
  return text
    .split(' ')
    .map((word, at) => ({ text: word, startMs: 500 + at * 300, endMs: 750 + at * 300, confidence: 0.9, timing: 'asr' }))
}
