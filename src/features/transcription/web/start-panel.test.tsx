import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BEST, DRAFT, openStartPanel, RUN, VIDEO_ID } from '../../../../tests/support/start-panel.tsx'
import { refusal } from '../../../../tests/support/web.tsx'
import type { EarlierCut } from './earlier-cut.tsx'

test('shows the price and the balance before the run starts', async () => {
  await openStartPanel({})
  await expect.element(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeEnabled()
  await expect.element(page.getByText(/^You have 30, 20 left after\./)).toBeVisible()
})

test('writes a large balance with thousands separators', async () => {
  await openStartPanel({ available: 2_030, credits: 390 })
  await expect.element(page.getByText(/^You have 2,030, 1,640 left after\./)).toBeVisible()
})

test('calls the result of the offline engine a draft', async () => {
  await openStartPanel({})
  await expect.element(page.getByText('Draft transcript (English)')).toBeVisible()
  await expect.element(page.getByText(/Expect to correct some/)).toBeVisible()
})

test('names a better engine and offers a choice of language', async () => {
  await openStartPanel({ engines: [DRAFT, BEST] })
  await expect.element(page.getByText('Listening with Parakeet v3.')).toBeVisible()
  await page.getByLabelText('Language spoken').selectOptions('German')
  await expect.element(page.getByText('Listening with Parakeet v3.')).toBeVisible()
})

test('begins with the first wanted language that it offers, and reports only another choice', async () => {
  const chosen: string[] = []
  const firstLanguage = { wanted: ['sv', 'de', 'en'], onChosen: (language: string) => void chosen.push(language) }
  const { calls } = await openStartPanel({ engines: [DRAFT, BEST] }, { 'transcription/start': RUN }, { firstLanguage })
  const languages = () =>
    calls.flatMap(({ name, input }) =>
      name === 'transcription/start' ? [(input as { json: { language: string } }).json.language] : [],
    )
  await expect.element(page.getByLabelText('Language spoken')).toHaveDisplayValue('German')
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect.poll(languages).toEqual(['de'])
  expect(chosen).toEqual([])
  await page.getByLabelText('Language spoken').selectOptions('Detect the language')
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect.poll(() => chosen).toEqual(['auto'])
  expect(languages()).toEqual(['de', 'auto'])
})

test('shows how far a better engine is, and lets captions start meanwhile', async () => {
  await openStartPanel({ coming: { label: 'Parakeet v3', languages: ['de', 'en'], progress: 0.42 } })
  const bar = page.getByRole('progressbar', { name: 'Parakeet v3 is being installed' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '42')
  await expect.element(page.getByText(/gets more words right, in 2 languages. You need not wait/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeEnabled()
  await page.getByText('Paste your script').click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('tells speakers apart as many as the creator says', async () => {
  const { calls } = await openStartPanel({ speakers: 'ready' }, { 'transcription/start': RUN })
  await page.getByLabelText('Who speaks').selectOptions('3 people')
  await page.getByRole('button', { name: /^Make captions/ }).click()
  const started = () => calls.find(({ name }) => name === 'transcription/start')?.input
  await expect
    .poll(started)
    .toEqual({ json: { projectId: VIDEO_ID, language: 'en', source: { kind: 'speech' }, speakers: 3 } })
})

test('says where speakers are named, without the models that distinguish them', async () => {
  await openStartPanel({})
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
  await openStartPanel({ engines: [service, DRAFT] })
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
  const { calls } = await openStartPanel({}, { 'transcription/startAnyway': RUN }, { last: UNFIT })
  await expect.element(page.getByText('31 of 72 words were found in the sound')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Passages that were not found' })).toMatchTextContent('nor that')
  await page.getByRole('button', { name: 'Use it anyway · 10 credits' }).click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('transcription/startAnyway')
  const input = { projectId: VIDEO_ID, transcriptionId: 't' }
  expect(calls.find(({ name }) => name === 'transcription/startAnyway')?.input).toEqual({ json: input })
})

test.each([
  { press: 'Listen instead', chosen: 'Listen to the speech' },
  { press: 'Choose another script', chosen: 'Paste your script' },
])('goes to another source of the words by "$press"', async ({ press, chosen }) => {
  await openStartPanel({}, {}, { last: UNFIT })
  await page.getByRole('button', { name: press }).click()
  await expect.element(page.getByRole('radio', { name: chosen })).toBeChecked()
  await expect.element(page.getByText('31 of 72 words were found in the sound')).not.toBeInTheDocument()
})

test('does not offer to use the text of another video', async () => {
  await openStartPanel({}, {}, { last: { ...UNFIT, fit: { found: 2, total: 72, missing: [] } } })
  await expect.element(page.getByText(/not the text of this video, or not in the language/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Use it anyway/ })).not.toBeInTheDocument()
})

test('carries the captions of an earlier cut over, in their look', async () => {
  const earlier = chooserOf('e')
  const first = { kind: 'template' as const, id: 'bounce', name: 'Bounce', onUsed: nothing, onDecline: nothing }
  const { calls } = await openStartPanel({}, { 'transcription/start': RUN }, { first, earlier })
  await expect.element(page.getByText('New cut of “Take 1”')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Paste your script' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('transcription/start')
  expect(calls.find(({ name }) => name === 'transcription/start')?.input).toEqual({
    json: { projectId: VIDEO_ID, language: 'en', source: { kind: 'speech' }, cutOf: 'e' },
  })
})

test('the earlier cut of a video can be chosen in the form', async () => {
  const chosen: (string | null)[] = []
  await openStartPanel({}, {}, { earlier: { ...chooserOf(null), choose: (id) => void chosen.push(id) } })
  await page.getByLabelText('Carry captions over from').selectOptions('Take 1')
  expect(chosen).toEqual(['e'])
})

test('disables the button and shows both amounts when credits are short', async () => {
  await openStartPanel({ available: 5, credits: 20, enough: false })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Insufficient credits')
  await expect.element(page.getByRole('alert')).toMatchTextContent('This video costs 20 credits and you have 5.')
  await expect.element(page.getByRole('button', { name: 'Make captions · 20 credits' })).toBeDisabled()
})

test.each([
  { available: 0, credits: 10, advice: null },
  { available: 5, credits: 20, advice: 'so a shorter cut costs less.' },
  { available: 25, credits: 30, advice: 'A cut of up to 6 minutes is within your credits.' },
])('advises a shorter cut only where it lowers $credits credits', async ({ available, credits, advice }) => {
  await openStartPanel({ available, credits, enough: false })
  const refused = page.getByRole('alert')
  await expect.element(refused).toMatchTextContent('Insufficient credits')
  if (advice === null) await expect.element(refused).not.toMatchTextContent('cut')
  else await expect.element(refused).toMatchTextContent(advice)
})

test('shows how to get the missing credits below a shortage', async () => {
  await openStartPanel({ available: 5, credits: 20, enough: false })
  await expect.element(page.getByText('15 credits are on offer')).toBeVisible()
})

test('reports a shortage the server finds after credits were spent elsewhere', async () => {
  await openStartPanel(
    {},
    {
      'transcription/start': refusal(402, 'insufficient_credits', 'Insufficient credits', { current: 0, required: 10 }),
    },
  )
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('This video costs 10 credits and you have 0.')
})

test('sends a pasted script as the words to align', async () => {
  const { calls } = await openStartPanel({}, { 'transcription/start': RUN })
  await page.getByText('Paste your script').click()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Paste the words that are spoken in the video.')
  await page.getByLabelText('Your script').fill(' Say it once. ')
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toEqual({
      json: { projectId: VIDEO_ID, language: 'en', source: { kind: 'script', text: 'Say it once.' } },
    })
})

test.each([
  { kind: 'template', id: 'bounce', said: 'Your captions start in the template Bounce.' },
  { kind: 'look', id: VIDEO_ID, said: 'Your captions start in your look Bounce.' },
] as const)('sends the $kind chosen before, and uses up the choice', async ({ kind, id, said }) => {
  let used = 0
  const first = { kind, id, name: 'Bounce', onUsed: () => (used += 1), onDecline: nothing }
  const { calls } = await openStartPanel({}, { 'transcription/start': RUN }, { first })
  await expect.element(page.getByText(said)).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toMatchObject({ json: { [kind]: id } })
  await expect.poll(() => used).toBe(1)
})

test('gives up the look chosen before', async () => {
  let declined = 0
  const onDecline = () => (declined += 1)
  const first = { kind: 'template', id: 'bounce', name: 'Bounce', onUsed: nothing, onDecline } as const
  await openStartPanel({}, {}, { first })
  await page.getByRole('button', { name: 'Use the usual one' }).click()
  expect(declined).toBe(1)
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
    await openStartPanel({}, {}, { last: { ...RUN, state, note } })
    await expect.element(page.getByText(says, { exact: false })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeEnabled()
  },
)

test('says nothing of credits after a run that cost none', async () => {
  await openStartPanel(
    {},
    {},
    { last: { ...RUN, state: 'failed', note: 'All captions begin after the end.', credits: 0 } },
  )
  await expect.element(page.getByText('All captions begin after the end.')).toBeVisible()
  await expect.element(page.getByText('The credits are back', { exact: false })).not.toBeInTheDocument()
})

test('shows a collaborator the price and who pays, but not the owner’s balance', async () => {
  await openStartPanel({ available: null })
  await expect
    .element(page.getByText('The credits are the owner’s, who sees that you spent them.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeEnabled()
})

test('tells a collaborator that the owner is short of credits, but not the balance', async () => {
  await openStartPanel({ available: null, credits: 20, enough: false })
  await expect.element(page.getByText('The owner does not have enough credits')).toBeVisible()
  await expect
    .element(page.getByText('This video costs 20 credits, and they are the owner’s.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeDisabled()
})

test('tells a collaborator what their monthly limit leaves', async () => {
  await openStartPanel({ available: null, limitLeft: 10 })
  await expect.element(page.getByText('You may spend 10 more this month.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeEnabled()
})

test('offers no start of captions that cost more than the monthly limit leaves', async () => {
  await openStartPanel({ available: null, limitLeft: 9 })
  await expect.element(page.getByText('You have reached your monthly limit')).toBeVisible()
  await expect.element(page.getByText('the owner lets you spend 9 more this month', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/ })).toBeDisabled()
})

function chooserOf(chosen: string | null): EarlierCut {
  return { videos: [{ id: 'e', title: 'Take 1' }], problem: null, chosen, choose: nothing, isAsked: true, ask: nothing }
}

function nothing() {}
