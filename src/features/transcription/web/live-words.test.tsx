import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CreditCount } from '#features/credits/web/index.ts'
import { answerRequests, refusal, Site, stream } from '../../../../tests/support/web.tsx'
import type { Transcription } from '../model/contract.ts'
import { LiveWords } from './live-words.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const RUN: Transcription = {
  id: 't',
  projectId: ID,
  state: 'running',
  progress: 0.42,
  language: 'en',
  engineLabel: 'Draft transcript (English)',
  note: null,
  credits: 10,
  fit: null,
  cutOf: null,
  createdAt: '2026-11-20T10:00:00Z',
}

test('shows words as they arrive and underlines uncertain ones', async () => {
  await open([
    { type: 'state', transcription: RUN },
    { type: 'words', words: [word('say', 0, 0.9), word('sourdough', 300, 0.3)] },
  ])
  await expect.element(page.getByRole('log')).toMatchTextContent('say sourdough')
  await expect.element(page.getByRole('progressbar', { name: 'Listening' })).toHaveAttribute('aria-valuenow', '42')
  expect(getComputedStyle(page.getByText('sourdough').element()).textDecorationLine).toBe('underline')
  expect(getComputedStyle(page.getByText('say', { exact: true }).element()).textDecorationLine).toBe('none')
  expect(document.title).toBe('42% · Making captions')
})

test('shows provisional words of the beginning until those of the first piece replace them', async () => {
  const later = Promise.withResolvers<Response>()
  const answers = [stream([{ type: 'state', transcription: { ...RUN, firstWords: [word('say', 0, 0.9)] } }])]
  await open(() => answers.shift() ?? later.promise)
  await expect.poll(() => page.getByRole('log').element().textContent.trim()).toBe('say')
  const words = [word('stay', 0, 0.9), word('sourdough', 300, 0.9)]
  later.resolve(
    stream([
      { type: 'state', transcription: RUN },
      { type: 'words', words },
    ]),
  )
  await expect.poll(() => page.getByRole('log').element().textContent.trim()).toBe('stay sourdough')
})

test('a run that waits for its video shows the words of the sound that came first, and its price', async () => {
  await open([
    { type: 'state', transcription: { ...RUN, state: 'pending' } },
    { type: 'words', words: [word('say', 0, 0.9)] },
  ])
  await expect.element(page.getByRole('log')).toMatchTextContent('say')
  await expect.element(page.getByText(/10 credits, charged only when the captions are ready/)).toBeVisible()
})

test('the balance follows when the price of a waiting run is held', async () => {
  const held = Promise.withResolvers<void>()
  const balance = () => ({ available: 30, held: 0, expiringSoon: null, unlimited: false })
  const { calls } = answerRequests({
    'credits/balance': balance,
    'transcription/watch': async () => {
      await held.promise
      return stream([{ type: 'state', transcription: { ...RUN, state: 'pending' } }])
    },
  })
  await render(
    <Site path={`/projects/${ID}`}>
      <CreditCount />
      <LiveWords projectId={ID} run={{ ...RUN, state: 'pending', credits: 0 }} />
    </Site>,
  )
  const asked = () => calls.filter(({ name }) => name === 'credits/balance').length
  await expect.poll(asked).toBe(1)
  held.resolve()
  await expect.poll(asked).toBe(2)
})

test('reports a lost connection and shows no word twice after reconnecting', async () => {
  let connections = 0
  await open(() => {
    connections += 1
    const words = ['one', 'two', 'three'].slice(0, connections + 1).map((text, index) => word(text, index * 300, 0.9))
    return stream([
      { type: 'state', transcription: RUN },
      { type: 'words', words },
    ])
  })
  await expect.element(page.getByText(/The connection to the server is lost/)).toBeVisible()
  await expect.poll(() => page.getByRole('log').element().textContent.trim()).toBe('one two three')
})

test('says what to do when too many pages follow the run, and follows once one may', async () => {
  const answers = [
    refusal(429, 'too_many_requests', 'Close some tabs.'),
    stream([{ type: 'state', transcription: RUN }]),
  ]
  await open(() => answers.shift() ?? new Promise(() => {}))
  await expect.element(page.getByText(/Too many of your tabs show live updates/)).toBeVisible()
  await expect.element(page.getByText(/too many tabs/)).not.toBeInTheDocument()
})

test('keeps the words while disconnected and clears them when another engine starts', async () => {
  const words = [word('one', 0, 0.9), word('two', 300, 0.9)]
  const back = Promise.withResolvers<Response>()
  const answers = [
    stream([
      { type: 'state', transcription: RUN },
      { type: 'words', words },
    ]),
    new TypeError('Failed to fetch'),
  ]
  const { calls } = await open(async () => {
    const answer = answers.shift()
    if (answer instanceof TypeError) throw answer
    return answer ?? back.promise
  })
  const found = page.getByRole('log')
  await expect.poll(() => calls.filter(({ name }) => name === 'transcription/watch').length).toBeGreaterThan(1)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(found.element().textContent.trim()).toBe('one two')
  back.resolve(stream([{ type: 'state', transcription: { ...RUN, engineLabel: 'Script alignment' } }]))
  await expect.element(found).toMatchTextContent('The first words appear here in a moment.')
})

test('sends one stop request and says that the credits come back', async () => {
  const { calls } = await open([{ type: 'state', transcription: RUN }], {
    'transcription/cancel': { ...RUN, state: 'cancelled' },
  })
  await page.getByRole('button', { name: 'Stop and get the credits back' }).click()
  await expect.poll(() => calls.filter(({ name }) => name === 'transcription/cancel')).toHaveLength(1)
})

async function open(
  watch: readonly unknown[] | (() => Response | Promise<Response>),
  answers: Record<string, unknown> = {},
) {
  const asked = answerRequests({
    'transcription/watch': typeof watch === 'function' ? watch : stream(watch),
    ...answers,
  })
  await render(
    <Site path={`/projects/${ID}`}>
      <LiveWords projectId={ID} run={RUN} />
    </Site>,
  )
  return asked
}

function word(text: string, startMs: number, confidence: number) {
  return { text, startMs, endMs: startMs + 250, confidence, timing: 'asr' }
}
