import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { ended, testTranscription } from '../../../../../tests/support/transcription.ts'

const TEXT = 'Every good video starts with one clear idea.'
const lab = await testTranscription(await testDatabase())
const sound = await (await speechMaker()).say('sentence', TEXT, { voice: 'rms' })

test('hands the chosen template over with the words, and refuses one that does not exist', async () => {
  const { client, projectId, userId } = await lab.creator({ sound })
  const asked = { projectId, source: { kind: 'script', text: TEXT } } as const
  await expect(client.start({ ...asked, template: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
  await client.start({ ...asked, template: 'bounce' })
  await lab.work()
  expect(await ended(client, projectId)).toMatchObject({ state: 'done' })
  expect(lab.transcribed).toEqual([expect.objectContaining({ projectId, template: 'bounce' })])
})

test('hands a copy of the chosen look over with the words', async () => {
  const { client, projectId } = await lab.creator({ sound })
  const look = '0a000000-0000-4000-8000-000000000001'
  await client.start({ projectId, source: { kind: 'script', text: TEXT }, look })
  await lab.work()
  expect(await ended(client, projectId)).toMatchObject({ state: 'done' })
  expect(lab.transcribed).toContainEqual(expect.objectContaining({ projectId, look: { copyOf: look } }))
})
