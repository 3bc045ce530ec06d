import { createRouterClient } from '@orpc/server'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { silentLog } from '#platform/server/log.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { bare, speechMaker } from '../../../../../tests/support/speech.ts'
import { testTranscription } from '../../../../../tests/support/transcription.ts'
import { glossaryProcedures } from './procedures.ts'
import { writeByGlossary } from './apply-to-run.ts'

const database = await testDatabase()
const lab = await testTranscription(database)
const speech = await speechMaker()
const sentence = await speech.say('sentence', 'Every good video starts with one clear idea.', { voice: 'rms' })

test('a run is written by the glossaries of its owner and its video', async () => {
  const { client, userId, projectId } = await lab.creator({ sound: sentence })
  const other = await lab.creator({ sound: sentence })
  const glossary = glossaryOf(userId)
  await glossary.put({ projectId: null, entry: { heard: 'clear idea', write: 'ClearIdea', language: null } })
  await glossary.put({ projectId: null, entry: { heard: 'video', write: 'Film', language: null } })
  await glossary.put({ projectId, entry: { heard: 'video', write: 'Movie', language: 'en' } })
  await glossaryOf(other.userId).put({ projectId: null, entry: { heard: 'good', write: 'BAD', language: null } })
  await client.start({ projectId, source: { kind: 'speech' } })
  await lab.work()
  await expect.poll(async () => (await client.get({ projectId }))?.state, { timeout: 30_000 }).toBe('done')
  const { words } = lab.transcribed.find((each) => each.projectId === projectId) ?? { words: [] }
  expect(words.map(({ text }) => text).join(' ')).toBe('Every good Movie starts with one ClearIdea.')
  // The engine expects “ClearIdea”, and hears it.
  expect(words.flatMap(({ heard }) => (heard === undefined ? [] : [bare(heard)]))).toEqual(['video'])
})

test('a name to know is found by its sound, with the pronunciations of the dictionary', async () => {
  const said = ['We', 'asked', 'katherine', 'and', 'an', 'editor.']
  const words = said.map((text, at) => ({
    text,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: null,
    timing: 'asr' as const,
  }))
  const entries = ['Catherine', 'Ann'].map((write) => ({
    id: write,
    projectId: null,
    heard: null,
    write,
    language: null,
  }))
  const o = { entries, language: 'en', signal: new AbortController().signal }
  const written = await writeByGlossary({ aligner: lab.speech.aligner, log: silentLog() }, words, o)
  expect(written.map(({ text }) => text).join(' ')).toBe('We asked Catherine and an editor.')
})

test('an entry for the same words changes, and no two entries are for the same words', async () => {
  const { userId } = await lab.creator({ sound: null })
  const glossary = glossaryOf(userId)
  const first = await glossary.put({ projectId: null, entry: { heard: 'word pop', write: 'Wordpop', language: null } })
  const again = await glossary.put({ projectId: null, entry: { heard: 'Word Pop', write: 'WordPop', language: null } })
  expect(again).toEqual({ ...first, heard: 'Word Pop', write: 'WordPop' })
  const name = await glossary.put({ projectId: null, entry: { heard: null, write: 'Siobhan', language: null } })
  const same = { projectId: null, id: name.id, entry: { heard: 'word pop', write: 'X', language: null } }
  await expect(glossary.put(same)).rejects.toMatchObject({ code: 'conflict' })
  await expect(glossary.put({ ...same, id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
  expect((await glossary.list({ projectId: null })).account.map(({ write }) => write).toSorted()).toEqual([
    'Siobhan',
    'WordPop',
  ])
  expect(await glossary.remove({ projectId: null, id: name.id })).toEqual({ removed: true })
  expect(await glossary.remove({ projectId: null, id: name.id })).toEqual({ removed: false })
})

test('imports a file, and refuses what would exceed the maximum of an account', async () => {
  const { userId, projectId } = await lab.creator({ sound: sentence })
  const glossary = glossaryOf(userId)
  const lines = Array.from({ length: 499 }, (_, at) => `name ${at} → Name${at}`)
  expect(await glossary.import({ projectId: null, text: `${lines.join('\n')}\n→` })).toMatchObject({ imported: 499 })
  expect(await glossary.import({ projectId, text: 'one → One' })).toEqual({ imported: 1, skippedLines: [] })
  const full = { projectId, entry: { heard: null, write: 'Siobhan', language: null } }
  await expect(glossary.put(full)).rejects.toMatchObject({ code: 'too_large' })
  await expect(glossary.import({ projectId: null, text: 'Siobhan' })).rejects.toMatchObject({ code: 'too_large' })
  const { account, video } = await glossary.list({ projectId })
  expect([account.length, video.length]).toEqual([499, 1])
})

function glossaryOf(userId: string) {
  const lockAccount = async () => true
  const procedures = glossaryProcedures({ db: database.db, newId: randomUUID, now: () => new Date(), lockAccount })
  return createRouterClient(procedures, {
    context: { caller: { userId, email: `${userId}@example.org` }, requestId: 'test' },
  })
}
