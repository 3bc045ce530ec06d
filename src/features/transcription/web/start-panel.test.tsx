import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import type { Transcription, TranscriptionQuote } from '../model/contract.ts'
import { StartPanel } from './start-panel.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const DRAFT = { id: 'pocketsphinx', label: 'Draft transcript (English)', quality: 'draft' as const, languages: ['en'] }
const BEST = { id: 'parakeet-v3', label: 'Parakeet v3', quality: 'best' as const, languages: ['en', 'de'] }
const RUN: Transcription = {
  id: 't',
  projectId: ID,
  state: 'queued',
  progress: 0,
  language: 'en',
  engineLabel: DRAFT.label,
  note: null,
  credits: 10,
  createdAt: '2026-11-20T10:00:00Z',
}

test('shows the price and the balance before the run starts', async () => {
  await open({})
  await expect.element(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeEnabled()
  await expect.element(page.getByText(/^You have 30, 20 left after\./)).toBeVisible()
})

test('writes a large balance with thousands separators', async () => {
  await open({ available: 2_030, credits: 390 })
  await expect.element(page.getByText(/^You have 2,030, 1,640 left after\./)).toBeVisible()
})

test('calls the result of the offline engine a draft', async () => {
  await open({})
  await expect.element(page.getByText('Draft transcript (English)')).toBeVisible()
  await expect.element(page.getByText(/Expect to correct some/)).toBeVisible()
})

test('names a better engine and offers a choice of language', async () => {
  await open({ engines: [DRAFT, BEST] })
  await expect.element(page.getByText('Listening with Parakeet v3.')).toBeVisible()
  await page.getByLabelText('Language spoken').selectOptions('German')
  await expect.element(page.getByText('Listening with Parakeet v3.')).toBeVisible()
})

test('disables the button and shows both amounts when credits are short', async () => {
  await open({ available: 5, credits: 20, enough: false })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Insufficient credits')
  await expect.element(page.getByRole('alert')).toMatchTextContent('This video costs 20 credits and you have 5.')
  await expect.element(page.getByRole('button', { name: 'Make captions · 20 credits' })).toBeDisabled()
})

test.each([
  { available: 0, credits: 10, advice: null },
  { available: 5, credits: 20, advice: 'so a shorter cut costs less.' },
  { available: 25, credits: 30, advice: 'A cut of up to 6 minutes is within your credits.' },
])('advises a shorter cut only where it lowers $credits credits', async ({ available, credits, advice }) => {
  await open({ available, credits, enough: false })
  const refused = page.getByRole('alert')
  await expect.element(refused).toMatchTextContent('Insufficient credits')
  if (advice === null) await expect.element(refused).not.toMatchTextContent('cut')
  else await expect.element(refused).toMatchTextContent(advice)
})

test('shows how to get the missing credits below a shortage', async () => {
  await open({ available: 5, credits: 20, enough: false })
  await expect.element(page.getByText('15 credits are on offer')).toBeVisible()
})

test('reports a shortage the server finds after credits were spent elsewhere', async () => {
  await open(
    {},
    {
      'transcription/start': refusal(402, 'insufficient_credits', 'Insufficient credits', { current: 0, required: 10 }),
    },
  )
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('This video costs 10 credits and you have 0.')
})

test('sends a pasted script as the words to align', async () => {
  const { calls } = await open({}, { 'transcription/start': RUN })
  await page.getByText('Paste your script').click()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Paste the words that are spoken in the video.')
  await page.getByLabelText('Your script').fill(' Say it once. ')
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toEqual({
      json: { projectId: ID, language: 'en', source: { kind: 'script', text: 'Say it once.' } },
    })
})

test('sends a caption file unchanged and reports an empty or oversized one at once', async () => {
  const { calls } = await open({}, { 'transcription/start': RUN })
  await page.getByText('Upload captions').click()
  choose('notes.srt', 'Dear diary')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('“notes.srt” has no captions in it. Choose an SRT, VTT or JSON file.')
  choose('film.srt', ' '.repeat(5_000_001))
  await expect.element(page.getByRole('alert')).toMatchTextContent('“film.srt” is too large for captions.')
  choose('captions.json', '{"schema":"captiondoc/1"}')
  await expect.element(page.getByText('captions.json')).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toEqual({
      json: { projectId: ID, language: 'en', source: { kind: 'subtitles', text: '{"schema":"captiondoc/1"}' } },
    })
})

test.each([
  {
    state: 'failed' as const,
    note: 'No speech found.',
    says: 'No speech found. The credits are back in your account.',
  },
  { state: 'cancelled' as const, note: null, says: 'The credits are back in your account.' },
])(
  'after a run that $state the credits are said to be back, and another try is possible',
  async ({ state, note, says }) => {
    await open({}, {}, { ...RUN, state, note })
    await expect.element(page.getByText(says, { exact: false })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeEnabled()
  },
)

test('shows a collaborator the price and who pays, but not the owner’s balance', async () => {
  await open({ available: null })
  await expect
    .element(page.getByText('The credits are the owner’s, who sees that you spent them.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeEnabled()
})

test('tells a collaborator that the owner is short of credits, but not the balance', async () => {
  await open({ available: null, credits: 20, enough: false })
  await expect.element(page.getByText('The owner does not have enough credits')).toBeVisible()
  await expect
    .element(page.getByText('This video costs 20 credits, and they are the owner’s.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeDisabled()
})

async function open(
  quote: Partial<TranscriptionQuote>,
  answers: Record<string, unknown> = {},
  last: Transcription | null = null,
) {
  const answer: TranscriptionQuote = {
    credits: 10,
    enough: true,
    available: 30,
    durationMs: 36_500,
    hasSound: true,
    engines: [DRAFT],
    ...quote,
  }
  const asked = answerRequests({ 'transcription/quote': answer, ...answers })
  await render(
    <Site path={`/projects/${ID}`}>
      <StartPanel projectId={ID} last={last} renderMoreCredits={(missing) => <p>{missing} credits are on offer</p>} />
    </Site>,
  )
  return asked
}

/** Picks a file as the system's file dialog does. */
function choose(name: string, text: string): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file can be chosen')
  const files = new DataTransfer()
  files.items.add(new File([text], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
