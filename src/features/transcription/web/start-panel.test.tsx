import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import type { Transcription, TranscriptionQuote } from '../model/contract.ts'
import type { EarlierCut } from './earlier-cut.tsx'
import { StartPanel } from './start-panel.tsx'
import type { ChosenStart } from './use-start-form.ts'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const DRAFT = {
  id: 'pocketsphinx',
  label: 'Draft transcript (English)',
  quality: 'draft' as const,
  languages: ['en'],
  host: null,
  defaultFor: [],
}
const BEST = {
  id: 'parakeet-v3',
  label: 'Parakeet v3',
  quality: 'best' as const,
  languages: ['en', 'de'],
  host: null,
  defaultFor: [],
}
const RUN: Transcription = {
  id: 't',
  projectId: ID,
  state: 'queued',
  progress: 0,
  language: 'en',
  engineLabel: DRAFT.label,
  note: null,
  credits: 10,
  fit: null,
  cutOf: null,
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

test('shows how far a better engine is, and lets captions start meanwhile', async () => {
  await open({ coming: { label: 'Parakeet v3', languages: ['de', 'en'], progress: 0.42 } })
  const bar = page.getByRole('progressbar', { name: 'Parakeet v3 is being installed' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '42')
  await expect.element(page.getByText(/gets more words right, in 2 languages. You need not wait/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeEnabled()
  await page.getByText('Paste your script').click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('tells speakers apart as many as the creator says', async () => {
  const { calls } = await open({ speakers: 'ready' }, { 'transcription/start': RUN })
  await page.getByLabelText('Who speaks').selectOptions('3 people')
  await page.getByRole('button', { name: /^Make captions/ }).click()
  const started = () => calls.find(({ name }) => name === 'transcription/start')?.input
  await expect
    .poll(started)
    .toEqual({ json: { projectId: ID, language: 'en', source: { kind: 'speech' }, speakers: 3 } })
})

test('says where speakers are named, without the models that distinguish them', async () => {
  await open({})
  await expect.element(page.getByText(/say who says what in the editor/)).toBeVisible()
  await page.getByText('Paste your script').click()
  await expect.element(page.getByText(/say who says what/)).not.toBeInTheDocument()
})

test('names the host to which the sound is sent before the run starts', async () => {
  const service = {
    ...BEST,
    id: 'speech-service',
    label: 'whisper-1 at speech.example.com',
    host: 'speech.example.com',
    defaultFor: [],
  }
  await open({ engines: [service, DRAFT] })
  await expect.element(page.getByText('Listening with whisper-1 at speech.example.com')).toBeVisible()
  await expect
    .element(page.getByText(/sound of this video leaves this server: it is sent to speech\.example\.com/))
    .toBeVisible()
  await page.getByText('Paste your script').click()
  await expect.element(page.getByText(/leaves this server/)).not.toBeInTheDocument()
})

const UNFIT = {
  ...RUN,
  state: 'failed' as const,
  fit: { found: 31, total: 72, missing: ['nobody said this', 'nor that'] },
}

test('shows how much of a script was found, and uses it anyway on request', async () => {
  const { calls } = await open({}, { 'transcription/startAnyway': RUN }, UNFIT)
  await expect.element(page.getByText('31 of 72 words were found in the sound')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Passages that were not found' })).toMatchTextContent('nor that')
  await page.getByRole('button', { name: 'Use it anyway · 10 credits' }).click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('transcription/startAnyway')
  const input = { projectId: ID, transcriptionId: 't' }
  expect(calls.find(({ name }) => name === 'transcription/startAnyway')?.input).toEqual({ json: input })
})

test.each([
  { press: 'Listen instead', chosen: 'Listen to the speech' },
  { press: 'Choose another script', chosen: 'Paste your script' },
])('goes to another source of the words by "$press"', async ({ press, chosen }) => {
  await open({}, {}, UNFIT)
  await page.getByRole('button', { name: press }).click()
  await expect.element(page.getByRole('radio', { name: chosen })).toBeChecked()
  await expect.element(page.getByText('31 of 72 words were found in the sound')).not.toBeInTheDocument()
})

test('does not offer to use the text of another video', async () => {
  await open({}, {}, { ...UNFIT, fit: { found: 2, total: 72, missing: [] } })
  await expect.element(page.getByText(/not the text of this video, or not in the language/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Use it anyway/ })).not.toBeInTheDocument()
})

test('carries the captions of an earlier cut over, in their look', async () => {
  const earlier = chooserOf('e')
  const first = { kind: 'template' as const, id: 'bounce', name: 'Bounce', onEnd: () => undefined }
  const { calls } = await open({}, { 'transcription/start': RUN }, null, first, earlier)
  await expect.element(page.getByText('New cut of “Take 1”')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Paste your script' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('transcription/start')
  expect(calls.find(({ name }) => name === 'transcription/start')?.input).toEqual({
    json: { projectId: ID, language: 'en', source: { kind: 'speech' }, cutOf: 'e' },
  })
})

test('the earlier cut of a video can be chosen in the form', async () => {
  const chosen: (string | null)[] = []
  await open({}, {}, null, undefined, { ...chooserOf(null), choose: (id) => void chosen.push(id) })
  await page.getByLabelText('Carry captions over from').selectOptions('Take 1')
  expect(chosen).toEqual(['e'])
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

test.each([
  { kind: 'template', id: 'bounce', said: 'Your captions start in the template Bounce.' },
  { kind: 'look', id: ID, said: 'Your captions start in your look Bounce.' },
] as const)('sends the $kind chosen before, and uses up the choice', async ({ kind, id, said }) => {
  let ended = 0
  const first = { kind, id, name: 'Bounce', onEnd: () => (ended += 1) }
  const { calls } = await open({}, { 'transcription/start': RUN }, null, first)
  await expect.element(page.getByText(said)).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toMatchObject({ json: { [kind]: id } })
  await expect.poll(() => ended).toBe(1)
})

test('gives up the look chosen before', async () => {
  let ended = 0
  await open({}, {}, null, { kind: 'template', id: 'bounce', name: 'Bounce', onEnd: () => (ended += 1) })
  await page.getByRole('button', { name: 'Use the usual one' }).click()
  expect(ended).toBe(1)
})

test('sends a caption download unchanged, and reports an empty or oversized file at once', async () => {
  const { calls } = await open({}, { 'transcription/start': RUN })
  await page.getByText('Upload captions').click()
  choose('film.srt', ' '.repeat(20_000_001))
  await expect.element(page.getByRole('alert')).toMatchTextContent('“film.srt” is too large for captions.')
  choose('notes.srt', 'Dear diary')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('There are no captions in this file. Line 1 is text without times; skipped.')
  choose('captions.json', '{"schema":"captiondoc/1"}')
  await expect.element(page.getByText('captions.json')).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toEqual({
      json: {
        projectId: ID,
        language: 'en',
        source: { kind: 'subtitles', text: '{"schema":"captiondoc/1"}', times: 'keep' },
      },
    })
})

test('keeps the times of a caption file for free, and prices aligning it', async () => {
  const { calls } = await open({ available: 5, credits: 20, enough: false }, { 'transcription/start': RUN })
  await page.getByText('Upload captions').click()
  choose('talk.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello there\n')
  await page.getByText('Time each word to the sound · 20 credits').click()
  await expect.element(page.getByRole('button', { name: 'Make captions · 20 credits' })).toBeDisabled()
  await page.getByText('Keep those of the file · free').click()
  await page.getByRole('button', { name: 'Make captions · free' }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toMatchObject({ json: { source: { times: 'keep', text: expect.stringContaining('Hello there') } } })
})

test('shows the first captions of a file, and what of it is skipped', async () => {
  await open({})
  await page.getByText('Upload captions').click()
  choose(
    'talk.srt',
    'By Ada\n\n1\n00:01:05,000 --> 00:01:07,000\nHello there\n\n2\n00:01:08,000 --> 00:01:07,000\nback\n',
  )
  const first = page.getByRole('region', { name: 'First captions of the file' })
  await expect.element(first).toMatchTextContent('SRT, 1 caption. It begins:1:05Hello there')
  await expect.element(page.getByText('Skipped or changed: 2 places')).toBeVisible()
  await expect.element(page.getByText('Line 1 is text without times; skipped.')).toBeVisible()
  await expect.element(page.getByText('Line 8 ends before it starts; skipped.')).toBeVisible()
})

test('detects the encoding of a file, and reads it again in another', async () => {
  const { calls } = await open({}, { 'transcription/start': RUN })
  await page.getByText('Upload captions').click()
  const cyrillic = [0xc3, 0xe4, 0xe5, 0x20, 0xf2, 0xfb, 0x20, 0xe1, 0xfb, 0xeb, 0x3f]
  const times = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\n')
  choose('talk.srt', new Uint8Array([...times, ...cyrillic]))
  await expect.element(page.getByLabelText('Text encoding')).toBeVisible()
  await page.getByLabelText('Text encoding').selectOptions('Western (Windows-1252)')
  await expect.element(page.getByText('Ãäå òû áûë?')).toBeVisible()
  await page.getByLabelText('Text encoding').selectOptions('Cyrillic (Windows-1251)')
  await expect.element(page.getByText('Где ты был?')).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toMatchObject({ json: { source: { text: expect.stringContaining('Где ты был?') } } })
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

test('says nothing of credits after a run that cost none', async () => {
  await open({}, {}, { ...RUN, state: 'failed', note: 'All captions begin after the end.', credits: 0 })
  await expect.element(page.getByText('All captions begin after the end.')).toBeVisible()
  await expect.element(page.getByText('The credits are back', { exact: false })).not.toBeInTheDocument()
})

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

test('tells a collaborator what their monthly limit leaves', async () => {
  await open({ available: null, limitLeft: 10 })
  await expect.element(page.getByText('You may spend 10 more this month.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeEnabled()
})

test('offers no start of captions that cost more than the monthly limit leaves', async () => {
  await open({ available: null, limitLeft: 9 })
  await expect.element(page.getByText('You have reached your monthly limit')).toBeVisible()
  await expect.element(page.getByText('the owner lets you spend 9 more this month', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeDisabled()
})

async function open(
  quote: Partial<TranscriptionQuote>,
  answers: Record<string, unknown> = {},
  last: Transcription | null = null,
  first?: ChosenStart,
  earlier?: EarlierCut,
) {
  const answer: TranscriptionQuote = {
    credits: 10,
    enough: true,
    available: 30,
    limitLeft: null,
    durationMs: 36_500,
    hasSound: true,
    engines: [DRAFT],
    coming: null,
    speakers: 'missing',
    ...quote,
  }
  const asked = answerRequests({ 'transcription/quote': answer, ...answers })
  await render(
    <Site path={`/projects/${ID}`}>
      <StartPanel
        projectId={ID}
        last={last}
        first={first}
        earlier={earlier}
        renderMoreCredits={(missing) => <p>{missing} credits are on offer</p>}
      />
    </Site>,
  )
  return asked
}

function chooserOf(chosen: string | null): EarlierCut {
  const nothing = () => undefined
  return { videos: [{ id: 'e', title: 'Take 1' }], problem: null, chosen, choose: nothing, isAsked: true, ask: nothing }
}

/** Picks a file as the system's file dialog does. */
function choose(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file can be chosen')
  const files = new DataTransfer()
  files.items.add(new File([content], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
