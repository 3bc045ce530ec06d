import { expect, test } from 'vitest'
import { unpackText } from '#platform/server/packed-text.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { downloadedCaptions, ended, testTranscription } from '../../../../../tests/support/transcription.ts'

const database = await testDatabase()
const lab = await testTranscription(database)
const sentence = await (
  await speechMaker()
).say('sentence', 'Every good video starts with one clear idea.', { voice: 'rms' })

test('keeps the times of uploaded captions without a charge, and says what was skipped', async () => {
  const srt =
    '1\n00:00:01,000 --> 00:00:02,000\nEvery video\n\n2\n00:00:04,000 --> 00:00:03,000\nback\n\n3\n00:00:04,000 --> 00:00:05,000\nstays.\n\n4\n01:00:00,000 --> 01:00:01,000\nfar away\n'
  const { client, projectId, userId } = await lab.creator({ sound: sentence, durationMs: 600_000 })
  await lab.work()
  const run = await client.start({ projectId, language: 'en', source: { kind: 'subtitles', text: srt } })
  expect(run).toMatchObject({ credits: 0, engineLabel: 'Your captions' })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'done',
    note: '1 place of the file was skipped or changed: line 6. 2 words after the end of the video were left out.',
  })
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['Every', 1_000, 1_600],
    ['video', 1_600, 2_000],
    ['stays.', 4_000, 5_000],
  ])
  expect(done?.lines).toEqual([[2], [1]])
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
  expect(await lab.reasons(userId)).toEqual(['Starting credits'])
})

test('keeps the times of a caption file over a video without sound', async () => {
  const { client, projectId } = await lab.creator({ sound: null })
  await lab.work()
  const text = JSON.stringify({ segments: [{ start: 0.5, end: 1, text: ' Hello.' }] })
  await client.start({ projectId, source: { kind: 'subtitles', text } })
  expect((await ended(client, projectId)).state).toBe('done')
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done).toMatchObject({ language: 'und', words: [{ text: 'Hello.', startMs: 500, endMs: 1_000 }] })
})

test('keeps the times of a caption download, and hands the file on', async () => {
  const text = downloadedCaptions([['Every', 'good'], ['video']])
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  await lab.work()
  await client.start({ projectId, language: 'en', source: { kind: 'subtitles', text } })
  expect((await ended(client, projectId)).state).toBe('done')
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 200],
    [300, 500],
    [600, 800],
  ])
  expect(done?.download && unpackText(done.download)).toBe(text.trim())
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('fails without a charge when all captions begin after the end of the video', async () => {
  const { client, projectId, userId } = await lab.creator({ sound: sentence })
  await lab.work()
  const text = '1\n01:00:00,000 --> 01:00:01,000\nfar away\n'
  await client.start({ projectId, language: 'en', source: { kind: 'subtitles', text } })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'failed',
    note: 'All captions of this file begin after the end of the video. Choose its own file.',
  })
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})
