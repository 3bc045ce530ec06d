import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { bare, speechMaker, wordErrors } from '../../../../../tests/support/speech.ts'
import { ended, testTranscription } from '../../../../../tests/support/transcription.ts'

const lab = await testTranscription(await testDatabase())
const speech = await speechMaker()

const CUE = '1\n00:00:01,000 --> 00:00:03,000\nEvery good video.\n'
test.each([
  { what: 'a script', source: { kind: 'script', text: 'Every good video.' } as const },
  { what: 'captions to align', source: { kind: 'subtitles', text: CUE, times: 'align' } as const },
])('finds no speech for $what when nobody speaks, and releases the credits', async ({ source }) => {
  const sound = await speech.make('nobody', 'anullsrc=r=16000:cl=mono:d=4')
  const { client, projectId, userId } = await lab.creator({ sound })
  await lab.work()
  await client.start({ projectId, language: 'en', source })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'failed',
    note: expect.stringMatching(/^No speech found/),
  })
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

const SENTENCES = [
  'Every good video starts with one clear idea.',
  'Most of them never change the settings of their phone camera.',
]
const spoken = speech.say('sentences', SENTENCES.join(' '), { voice: 'rms' })

test('charges nothing for a script in another order, and once when it is used anyway', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: await spoken })
  await lab.work()
  const text = SENTENCES.toReversed().join(' ')
  const { id } = await client.start({ projectId, language: 'en', source: { kind: 'script', text } })
  const stopped = await ended(client, projectId)
  expect(stopped).toMatchObject({ state: 'failed', note: expect.stringMatching(/^\d+ of 19 words were found/) })
  expect(stopped.fit?.missing.length).toBeGreaterThan(0)
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })

  const both = [1, 2].map(() => client.startAnyway({ projectId, transcriptionId: id }))
  const refused = (await Promise.allSettled(both)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toEqual([expect.objectContaining({ code: 'conflict' })])
  expect(await ended(client, projectId)).toMatchObject({ state: 'done', fit: null })
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  const [aside] = done?.unspoken ?? []
  expect(SENTENCES).toContain(aside?.text)
  expect(done?.words.map((word) => word.text).join(' ')).toBe(SENTENCES.find((each) => each !== aside?.text))
  await expect(client.startAnyway({ projectId, transcriptionId: id })).rejects.toMatchObject({ code: 'conflict' })
})

test('sets a sentence aside that nobody says, says so, and charges once', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: await spoken })
  await lab.work()
  const unsaid = 'No camera heard this.'
  const text = [SENTENCES[0], unsaid, SENTENCES[1]].join('\n')
  await client.start({ projectId, language: 'en', source: { kind: 'script', text } })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'done',
    note: '1 passage of the script is not spoken and was set aside.',
  })
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.words.map((word) => word.text).join(' ')).toBe(SENTENCES.join(' '))
  expect(done?.unspoken).toMatchObject([{ text: unsaid, words: 4, place: 8 }])
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test('recognises what is said but not in the script, with the times of its words', async () => {
  const { client, projectId } = await lab.creator({ sound: await spoken })
  await lab.work()
  const [text = '', missing = ''] = SENTENCES
  await client.start({ projectId, language: 'en', source: { kind: 'script', text } })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'done',
    note: '1 passage is said but not in the script.',
  })
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.words.map((word) => word.text).join(' ')).toBe(text)
  const heard = done?.unscripted?.[0]?.words ?? []
  const wrong = wordErrors(
    missing.split(' ').map(bare),
    heard.map((word) => bare(word.text)),
  )
  expect(wrong).toBeLessThanOrEqual(4)
  expect(heard[0]?.startMs).toBeGreaterThanOrEqual(done?.words.at(-1)?.endMs ?? 0)
})

test('pairs a sentence that was said differently with what was recognised, and charges once', async () => {
  const said = [
    ...SENTENCES,
    'Today I will show you three things.',
    'Put a lamp beside the window and look at the screen.',
  ]
  const sound = await speech.say('otherwise', said.join(' '), { voice: 'rms' })
  const { client, projectId, userId } = await lab.creator({ sound })
  await lab.work()
  const changed = 'People forget about it.'
  const text = said.with(1, changed).join(' ')
  await client.start({ projectId, language: 'en', source: { kind: 'script', text } })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'done',
    note: '1 passage differs from the script.',
  })
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.words.map((word) => word.text).join(' ')).toBe(text)
  expect(done?.unscripted).toMatchObject([{ insteadOf: { from: 8, until: 12, text: changed } }])
  expect(done?.unscripted?.[0]?.words.length).toBeGreaterThan(4)
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test('lists no difference for a script that is complete', async () => {
  const { client, projectId } = await lab.creator({ sound: await spoken })
  await lab.work()
  await client.start({ projectId, language: 'en', source: { kind: 'script', text: SENTENCES.join(' ') } })
  expect(await ended(client, projectId)).toMatchObject({ state: 'done', note: null })
  expect(lab.transcribed.find((each) => each.projectId === projectId)).not.toHaveProperty('unscripted')
})

test('refuses a script in a language that is not spoken, and charges nothing', async () => {
  // One sentence: the cost of a search for words that are not there grows with the length of the sound.
  const sound = await speech.say('sentence', SENTENCES[0] ?? '', { voice: 'rms' })
  const { client, projectId, userId } = await lab.creator({ sound })
  await lab.work()
  const text = 'Heute zeige ich euch, wie man in wenigen Minuten ein gutes Frühstück macht. Zuerst brauchen wir Eier.'
  const { id } = await client.start({ projectId, language: 'de', source: { kind: 'script', text } })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'failed',
    note: expect.stringMatching(/not in the language that is spoken/),
  })
  await expect(client.startAnyway({ projectId, transcriptionId: id })).rejects.toMatchObject({ code: 'unprocessable' })
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('refuses a script far too long for its video before it queues or charges anything', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: await spoken, durationMs: 10_000 })
  const text = '中\n'.repeat(50_000)
  const refused = client.start({ projectId, language: 'en', source: { kind: 'script', text } })
  await expect(refused).rejects.toMatchObject({ code: 'too_large', details: { limit: 700, value: 50_000 } })
  expect(await client.get({ projectId })).toBeNull()
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('forgets the words that waited once another run starts', async () => {
  const { client, projectId } = await lab.creator({ sound: await spoken })
  await lab.work()
  const text = SENTENCES.toReversed().join(' ')
  const { id } = await client.start({ projectId, language: 'en', source: { kind: 'script', text } })
  await ended(client, projectId)
  await client.start({ projectId, language: 'en', source: { kind: 'script', text: SENTENCES.join(' ') } })
  await expect(client.startAnyway({ projectId, transcriptionId: id })).rejects.toMatchObject({ code: 'conflict' })
  expect(await ended(client, projectId)).toMatchObject({ state: 'done' })
})
