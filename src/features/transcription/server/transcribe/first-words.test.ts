import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { pausingSpeech } from '../../../../../tests/support/pausing-speech.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { testTranscription } from '../../../../../tests/support/transcription.ts'
import type { TranscriptionEvent } from '../../model/index.ts'

const lab = await testTranscription(await testDatabase())
const speech = await speechMaker()
const SENTENCE = 'Every good video starts with one clear idea. Say it in the first second, and people will stay.'
const sound = await speech.say('long-piece', `${SENTENCE} ${SENTENCE}`, { voice: 'rms' })

test('the first words are shown before their piece, until the run ends', async () => {
  const { client, projectId } = await lab.creator({ sound })
  await lab.work({ speech: pausingSpeech(lab.speech, { after: 'first words' }) })
  const watching = await client.watch({ projectId })
  await client.start({ projectId, source: { kind: 'speech' } })
  const shown = await until(watching, (event) => event.type === 'state' && event.transcription.firstWords !== undefined)
  const words = shown.type === 'state' ? (shown.transcription.firstWords ?? []) : []
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['Every', 'good', 'video']))
  await client.cancel({ projectId })
  await until(watching, (event) => event.type === 'state' && event.transcription.state === 'cancelled')
  expect(await client.get({ projectId })).not.toHaveProperty('firstWords')
})

test('the first piece replaces the first words', async () => {
  const { client, projectId } = await lab.creator({ sound })
  await lab.work({ speech: pausingSpeech(lab.speech) })
  const watching = await client.watch({ projectId })
  await client.start({ projectId, source: { kind: 'speech' } })
  await until(watching, (event) => event.type === 'words')
  expect(await client.get({ projectId })).not.toHaveProperty('firstWords')
  await client.cancel({ projectId })
})

/** Reads a stream up to an event, and leaves it open. */
async function until(
  stream: AsyncIterable<TranscriptionEvent>,
  wanted: (event: TranscriptionEvent) => boolean,
): Promise<TranscriptionEvent> {
  const reader = stream[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await reader.next()
    if (done === true) throw new Error('the stream ended')
    if (wanted(value)) return value
  }
}
