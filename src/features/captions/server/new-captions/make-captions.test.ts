import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findProject } from '#features/media/server/index.ts'
import { newestTemplate } from '#features/templates/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { packText } from '#platform/server/packed-text.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { probeOf } from '../../../../../tests/support/exports.ts'
import { type CaptionDocument, createDocument, cuesOf, exportJson, MAIN_STYLE, withCues } from '../../model/index.ts'
import { documentOf } from '../storage/document-rows.ts'
import { makeCaptions, makeSilentCaptions } from './make-captions.ts'
import { measureCaptions } from './measure-captions.ts'

const { db } = await testDatabase()
const threadPool = openThreadPool()
afterAll(() => threadPool.close())

test('turns the words of a finished run into captions with their language and engine', async () => {
  const projectId = await project()
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, transcribedFor(projectId)))
  const document = await documentOf(db, projectId)
  expect(document?.words.map(({ text }) => text)).toEqual(['Hello', 'there'])
  expect(document).toMatchObject({ lang: 'en', provenance: { engine: 'parakeet-v2', model: 'int8' } })
})

test('captions of an unmeasured video have its announced picture, and the measured one after it', async () => {
  const projectId = await project()
  const read = await transaction(db, async (tx) => {
    const measured = await findProject(tx, projectId)
    await tx.$client.query(`update projects set probe = null, stage = 'uploading', sha256 = null where id = $1`, [
      projectId,
    ])
    const announced = { width: 320, height: 240, fps: { n: 25, d: 1 }, durationMs: 1_900 }
    await makeCaptions(tx, { threadPool }, { ...transcribedFor(projectId), announced })
    const before = await documentOf(tx, projectId)
    if (measured !== undefined) await measureCaptions(tx, measured)
    return { before, after: await documentOf(tx, projectId), probe: measured?.probe }
  })
  expect(read.before?.media).toMatchObject({ w: 320, h: 240, durMs: 1_900, fps: { n: 25, d: 1 } })
  expect(read.after?.media).toMatchObject({
    w: read.probe?.width,
    h: read.probe?.height,
    durMs: read.probe?.durationMs,
  })
  expect(read.after).toEqual({ ...read.before, media: read.after?.media })
})

test.each([
  { template: 'bounce', look: 'bounce' },
  { template: 'withdrawn', look: 'karaoke' },
])('starts captions with the template $look if $template was chosen', async ({ template, look }) => {
  const projectId = await project()
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, { ...transcribedFor(projectId), template }))
  expect(await documentOf(db, projectId)).toMatchObject({ template: newestOf(look) })
})

test.each([
  { chosen: 'bounce', ofSite: 'boxed', look: 'bounce' },
  { chosen: undefined, ofSite: 'boxed', look: 'boxed' },
  { chosen: undefined, ofSite: 'withdrawn', look: 'karaoke' },
  { chosen: undefined, ofSite: null, look: 'karaoke' },
])('starts captions in $look: $chosen was chosen, and the site has $ofSite', async ({ chosen, ofSite, look }) => {
  const projectId = await project()
  const transcribed = { ...transcribedFor(projectId), ...(chosen !== undefined && { template: chosen }) }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool, templateOfSite: () => ofSite }, transcribed))
  expect(await documentOf(db, projectId)).toMatchObject({ template: newestOf(look) })
})

test('starts captions in a copy of the saved look that was chosen', async () => {
  const projectId = await project()
  const look = { template: newestOf('bounce'), patch: { font: { size: 0.06 } } }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, { ...transcribedFor(projectId), look }))
  const document = await documentOf(db, projectId)
  expect(document).toMatchObject({ template: look.template, styles: { [MAIN_STYLE]: look.patch } })
})

test('keeps the template of captions that get new words', async () => {
  const projectId = await project()
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, transcribedFor(projectId)))
  const again = { ...transcribedFor(projectId), template: 'bounce' }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, again))
  expect(await documentOf(db, projectId)).toMatchObject({ rev: 2, template: { id: 'karaoke' } })
})

test('sets passages aside that nobody says; another transcript replaces them', async () => {
  const projectId = await project()
  const unspoken = [{ text: 'Not a word of it.', words: 5, place: 1, atMs: 400 }]
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, { ...transcribedFor(projectId), unspoken }))
  const aside = { id: 'unspoken-1', t: 400, text: 'Not a word of it.', why: 'not-spoken' }
  expect(await documentOf(db, projectId)).toMatchObject({ setAside: [aside] })
  const again = { ...transcribedFor(projectId), unspoken: [{ text: 'Nor this.', words: 2, place: 0, atMs: 100 }] }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, again))
  const replaced = await documentOf(db, projectId)
  expect(replaced?.setAside?.map(({ t, text }) => [t, text])).toEqual([[100, 'Nor this.']])
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, transcribedFor(projectId)))
  expect((await documentOf(db, projectId))?.setAside).toBeUndefined()
})

test('new words bring the speakers that they name, in place of earlier ones', async () => {
  const projectId = await project()
  const transcribe = async (...names: string[]) => {
    const spoken = transcribedFor(projectId)
    const words = spoken.words.map((word, at) => ({ ...word, speaker: names[at % names.length] }))
    await transaction(db, (tx) => makeCaptions(tx, { threadPool }, { ...spoken, words }))
    return captionsOf(await documentOf(db, projectId))
  }
  await transcribe('Ada')
  const { speakers, words } = await transcribe('Bea', 'Cy')
  expect(speakers?.map(({ name }) => name)).toEqual(['Bea', 'Cy'])
  expect(words.map(({ speaker }) => speakers?.find(({ id }) => id === speaker)?.name)).toEqual(['Bea', 'Cy'])
})

test('lists what is said but not in the script with the times of its words', async () => {
  const projectId = await project()
  const at = (text: string, startMs: number) => ({
    text,
    startMs,
    endMs: startMs + 200,
    confidence: 0.8,
    timing: 'asr' as const,
  })
  const unscripted = [{ words: [at('Oh', 900), at('well.', 1_150)] }]
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, { ...transcribedFor(projectId), unscripted }))
  expect((await documentOf(db, projectId))?.setAside).toEqual([
    {
      id: 'unscripted-1',
      t: 900,
      text: 'Oh well.',
      why: 'not-in-script',
      wordTimes: [
        [0, 200],
        [250, 450],
      ],
    },
  ])
})

test('lists what is said differently with the words or the passage of the script', async () => {
  const projectId = await project()
  const spoken = transcribedFor(projectId)
  const unsaid = 'Not a word of it.'
  const unspoken = [{ text: unsaid, words: 5, place: 2, atMs: 800 }]
  const heardAt = (startMs: number, insteadOf: { from: number; until: number; text: string }) => {
    const words = [{ text: 'Oh.', startMs, endMs: startMs + 200, confidence: 0.8, timing: 'asr' as const }]
    return { words, insteadOf }
  }
  const unscripted = [
    heardAt(400, { from: 1, until: 2, text: 'there' }),
    heardAt(900, { from: 2, until: 2, text: unsaid }),
  ]
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, { ...spoken, unspoken, unscripted }))
  const { words = [], setAside } = (await documentOf(db, projectId)) ?? {}
  expect(setAside?.map(({ why, insteadOf }) => [why, insteadOf])).toEqual([
    ['not-in-script', { text: 'there', words: [words[1]?.id] }],
    ['not-in-script', { text: unsaid, words: [] }],
  ])
})

function newestOf(id: string) {
  return { id, version: newestTemplate(id).version }
}

test('restores imported captions with their looks, places and tags, timed to the sound', async () => {
  const projectId = await project()
  const captions = styledCaptions()
  const download = packText(exportJson(captions))
  const spoken = { ...transcribedFor(projectId, 2_000), download }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, spoken))
  const document = await documentOf(db, projectId)
  expect(document).toMatchObject({
    rev: 1,
    media: { id: projectId },
    template: captions.template,
    styles: captions.styles,
    speakers: captions.speakers,
    words: [{ t0: 2_000, t1: 2_300, tags: ['keyword'], speaker: 's1' }, { t0: 2_400 }],
  })
  expect(cuesOf(captionsOf(document))).toEqual([{ ...cuesOf(captions)[0], t0: 2_000, t1: 4_000 }])
})

test('replaces existing captions by imported ones as the next revision', async () => {
  const projectId = await project()
  const captions = styledCaptions()
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, transcribedFor(projectId)))
  const spoken = { ...transcribedFor(projectId), download: packText(exportJson(captions)) }
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, spoken))
  const { id, media } = captionsOf(await documentOf(db, projectId))
  expect(await documentOf(db, projectId)).toEqual({ ...captions, id, media, rev: 2 })
})

test('makes no captions for a project removed meanwhile', async () => {
  const projectId = randomUUID()
  await transaction(db, (tx) => makeCaptions(tx, { threadPool }, transcribedFor(projectId)))
  const { rows } = await db.$client.query('select 1 from caption_documents where project_id = $1', [projectId])
  expect(rows).toEqual([])
})

test('gives a video without sound empty captions, and one with sound none', async () => {
  const silent = await project(null)
  const spoken = await project()
  for (const id of [silent, spoken]) {
    const prepared = await findProject(db, id)
    if (prepared === undefined) throw new Error('the project is gone')
    await transaction(db, (tx) => makeSilentCaptions(tx, prepared, { templateOfSite: () => 'boxed' }))
  }
  expect(await documentOf(db, silent)).toMatchObject({ words: [], lang: 'und', template: newestOf('boxed') })
  expect(await documentOf(db, spoken)).toBeUndefined()
})

/** A prepared video. @param audio null for a silent one */
async function project(audio?: null): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, 'ada', 'My clip', 'prepared', 1000, repeat('0', 64), $2)`,
    [id, JSON.stringify(probeOf(audio === null ? { audio } : {}))],
  )
  return id
}

/** A download of two words with every kind of change by hand. */
function styledCaptions(): CaptionDocument {
  const { words, ...transcript } = transcribedFor('p')
  const media = { id: 'p', durMs: 10_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 }
  const doc = createDocument({
    id: 'd',
    media,
    lang: 'de',
    provenance: { engine: transcript.engine, model: transcript.model },
    words,
  })
  const [first, ...others] = doc.words
  const [cue] = cuesOf(doc)
  if (first === undefined || cue === undefined) throw new Error('no words')
  return withCues(
    {
      ...doc,
      provenance: { engine: 'whisper', model: 'small' },
      template: { id: 'boxed', version: 1 },
      styles: { main: { font: { size: 0.05 } }, loud: {} },
      speakers: [{ id: 's1', name: 'Ada', color: '#ff0000' }],
      words: [{ ...first, tags: ['keyword'], speaker: 's1', styleId: 'loud' }, ...others],
    },
    [{ ...cue, place: { y: 0.3 }, t0: 0, t1: 2_000 }],
  )
}

function captionsOf(document: CaptionDocument | undefined): CaptionDocument {
  if (document === undefined) throw new Error('no captions')
  return document
}

function transcribedFor(projectId: string, startMs = 0) {
  const words = ['Hello', 'there'].map((text, at) => ({
    text,
    startMs: startMs + at * 400,
    endMs: startMs + at * 400 + 300,
    confidence: 0.9,
    timing: 'aligned' as const,
  }))
  return { projectId, language: 'en', words, engine: 'parakeet-v2', model: 'int8', attribution: null }
}
