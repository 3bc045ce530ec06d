import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../../tests/support/web.tsx'
import type { OperatorSpeech } from '../../../model/operator-speech.ts'
import { OperatorSpeechPage } from './speech-page.tsx'

const JOB_ID = '0a000000-0000-4000-8000-000000000014'
const ENGINES: OperatorSpeech['engines'] = [
  {
    id: 'speech-service',
    label: 'whisper-1 at speech.example.com',
    host: 'speech.example.com',
    problem: null,
    firstFor: ['de', 'en'],
    languages: ['de', 'en'],
    detectsLanguage: true,
    soundPerSecond: 12.34,
  },
  {
    id: 'parakeet-v2',
    label: 'Parakeet v2',
    host: null,
    problem: 'Parakeet v2 is not installed.',
    firstFor: [],
    languages: ['en'],
    detectsLanguage: false,
    soundPerSecond: null,
  },
]
const MODEL: OperatorSpeech['models'][number] = {
  id: 'parakeet-v2',
  label: 'Parakeet v2',
  purpose: null,
  languages: ['en'],
  bytes: 661_000_000,
  licence: 'CC-BY-4.0',
  source: 'https://models.example.com/parakeet',
  installed: false,
  problem: null,
  installation: null,
}

test('shows each engine with its languages, where its sound goes and its speed', async () => {
  await open(MODEL)
  const row = page.getByRole('row', { name: /whisper-1 at/ })
  await expect.element(row).toMatchTextContent('German, English')
  await expect.element(row).toMatchTextContent('speech.example.com')
  await expect.element(row).toMatchTextContent('12.3×')
  await expect.element(page.getByText('Parakeet v2 is not installed.')).toBeVisible()
})

test('says what each model is for, and what happens without it', async () => {
  const purpose = 'Finds speech among music and noise. Without it, loudness decides.'
  await open({ ...MODEL, id: 'voice-activity', label: 'Voice activity', purpose, languages: [], installed: true })
  const row = page.getByRole('table', { name: 'Models' }).getByRole('row', { name: /Voice activity/ })
  await expect.element(row).toMatchTextContent(purpose)
  await expect.element(row.getByRole('rowheader', { name: 'Voice activity', exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Remove Voice activity' }).click()
  await expect.element(page.getByText(/Videos get their captions without it from now on/u)).toBeVisible()
})

test('installs a model with one press', async () => {
  const { calls } = await open(MODEL, { 'operator/installModel': speechOf(MODEL) })
  await page.getByRole('button', { name: 'Install Parakeet v2' }).click()
  await expect.poll(() => inputOf(calls, 'operator/installModel')).toEqual({ modelId: 'parakeet-v2' })
})

test('shows how far an installation is, and cancels it with a reason', async () => {
  const installation = {
    jobId: JOB_ID,
    state: 'running',
    progress: 0.42,
    problem: null,
    cancelRequested: false,
  } as const
  const { calls } = await open(
    { ...MODEL, installation },
    { 'operator/cancelJob': refusal(409, 'conflict', 'It ended') },
  )
  await expect.element(page.getByRole('progressbar', { name: 'Downloading' })).toHaveAttribute('aria-valuenow', '42')
  await page.getByRole('button', { name: 'Cancel Parakeet v2' }).click()
  await page.getByLabelText('Reason').fill('Too slow')
  await page.getByRole('button', { name: 'Cancel installation' }).click()
  await expect.poll(() => inputOf(calls, 'operator/cancelJob')).toEqual({ jobId: JOB_ID, reason: 'Too slow' })
})

test('says why an installation failed, and offers it again', async () => {
  const problem = 'The disk is full; free some space and start the download again.'
  const installation = { jobId: JOB_ID, state: 'failed', progress: 0.1, problem, cancelRequested: false } as const
  await open({ ...MODEL, installation })
  await expect.element(page.getByText(problem)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Install Parakeet v2' })).toBeEnabled()
})

test('removes an installed model with a reason', async () => {
  const { calls } = await open({ ...MODEL, installed: true }, { 'operator/removeModel': speechOf(MODEL) })
  await page.getByRole('button', { name: 'Remove Parakeet v2' }).click()
  await page.getByLabelText('Reason').fill('The disk is full')
  await page.getByRole('button', { name: 'Remove model' }).click()
  const input = { modelId: 'parakeet-v2', reason: 'The disk is full' }
  await expect.poll(() => inputOf(calls, 'operator/removeModel')).toEqual(input)
})

test('chooses the engine that is used first for a language', async () => {
  const { calls } = await open(MODEL, { 'operator/chooseSpeechDefault': speechOf(MODEL) })
  const languages = page.getByRole('region', { name: 'Languages' })
  await languages.getByLabelText('Engine to use first').selectOptions('Parakeet v2')
  await languages.getByRole('button', { name: 'Use first' }).click()
  const input = () => inputOf(calls, 'operator/chooseSpeechDefault')
  await expect.poll(input).toEqual({ language: 'en', engine: 'parakeet-v2' })
})

test('shows why a choice is not used, and what the settings fix', async () => {
  const problem = 'Parakeet v2 is not installed. whisper-1 at speech.example.com is used instead.'
  const chosen = { language: 'en', engine: 'parakeet-v2', label: 'Parakeet v2', isFixed: false, problem }
  const fixed = { language: 'de', engine: 'speech-service', label: 'whisper-1', isFixed: true, problem: null }
  const speech = speechOf(MODEL, [chosen, fixed])
  const { calls } = await open(MODEL, { 'operator/speech': speech, 'operator/chooseSpeechDefault': speech })
  const languages = page.getByRole('table', { name: 'Languages' })
  await expect.element(languages.getByText(problem)).toBeVisible()
  await expect.element(languages.getByRole('row', { name: /German/ })).toMatchTextContent('Set by SPEECH_ENGINES')
  await languages.getByRole('button', { name: 'Remove the choice for English' }).click()
  await expect.poll(() => inputOf(calls, 'operator/chooseSpeechDefault')).toEqual({ language: 'en', engine: null })
})

function speechOf(model: typeof MODEL, defaults: OperatorSpeech['defaults'] = []): OperatorSpeech {
  return { engines: ENGINES, models: [model], defaults }
}

async function open(model: typeof MODEL, answers: Record<string, unknown> = {}) {
  const asked = answerRequests({ 'operator/speech': speechOf(model), ...answers })
  await render(
    <Site path="/operator/speech">
      <OperatorSpeechPage />
    </Site>,
  )
  return asked
}

type Calls = Awaited<ReturnType<typeof open>>['calls']

function inputOf(calls: Calls, name: string): unknown {
  return (calls.find((call) => call.name === name)?.input as { json: unknown } | undefined)?.json
}
