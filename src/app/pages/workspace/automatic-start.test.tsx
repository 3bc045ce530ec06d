import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { NewCaptions } from '#platform/shared/contacts.ts'
import { SiteContext } from '#platform/web/use-site.ts'
import { DANA } from '../../../../tests/support/account.ts'
import { SITE_FACTS } from '../../../../tests/support/site-facts.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { chosenForNextCaptions, chooseForNextCaptions } from '../next-captions.ts'
import { AutomaticStart, useAutomaticStart } from './automatic-start.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const DRAFT = { id: 'draft', label: 'Draft', quality: 'draft', languages: ['en'], host: null, defaultFor: [] }
const QUOTE = {
  credits: 10,
  enough: true,
  available: 30,
  limitLeft: null,
  durationMs: 0,
  hasSound: true,
  engines: [DRAFT],
}

beforeEach(() => chooseForNextCaptions(null))

test('captions start with an upload in the chosen template, once the switch is on', async () => {
  chooseForNextCaptions({ kind: 'template', id: 'neon' })
  const { calls } = await show({ preferences: {} })
  await page.getByRole('switch', { name: /^Make captions of every upload/ }).click()
  await expect.element(page.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(() => startsIn(calls)).toEqual([{ projectId: ID, source: { kind: 'speech' }, template: 'neon' }])
  await expect.poll(chosenForNextCaptions).toBeNull()
})

test.each([
  { chose: undefined, starts: 'de' },
  { chose: 'fr', starts: 'fr' },
  { chose: 'auto', starts: 'auto' },
  { chose: 'sv', starts: 'de' },
])('listens for German, the default of the site, unless the person chose: $chose', async ({ chose, starts }) => {
  const several = { ...DRAFT, languages: ['de', 'en', 'fr'] }
  const preferences = { startCaptions: 'speech', ...(chose !== undefined && { captionLanguage: chose }) }
  const answers = { 'transcription/quote': { ...QUOTE, engines: [several] } }
  const { calls } = await show({ preferences }, answers, { language: 'de' })
  await expect.element(page.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(() => startsIn(calls)).toMatchObject([{ language: starts }])
})

test('an upload is left alone while the switch is off, or once it has captions', async () => {
  const off = await show({ preferences: {} })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect.element(page.getByText('Begun')).toBeVisible()
  expect(startsIn(off.calls)).toEqual([])
  await off.unmount()
  const captioned = await show({ preferences: { startCaptions: 'speech' } }, { 'transcription/get': { state: 'done' } })
  await expect.element(page.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect.element(page.getByText('Begun')).toBeVisible()
  expect(startsIn(captioned.calls)).toEqual([])
})

test.each([
  { quote: { enough: false }, says: 'You have too few credits.' },
  { quote: { engines: [DRAFT, { ...DRAFT, host: 'speech.example' }] }, says: 'would be sent to speech.example' },
])('does not start what its creator has to decide: $says', async ({ quote, says }) => {
  const answers = { 'transcription/quote': { ...QUOTE, ...quote } }
  const { calls } = await show({ preferences: { startCaptions: 'speech' } }, answers)
  await expect.element(page.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect.element(page.getByText(says, { exact: false })).toBeVisible()
  expect(startsIn(calls)).toEqual([])
})

type Calls = readonly { readonly name: string; readonly input: unknown }[]

function startsIn(calls: Calls): unknown[] {
  return calls.flatMap(({ name, input }) => (name === 'transcription/start' ? [(input as { json: unknown }).json] : []))
}

async function show(
  { preferences }: { preferences: Record<string, string> },
  answers: Record<string, unknown> = {},
  newCaptions: NewCaptions = {},
) {
  let current = { ...DANA, preferences }
  const asked = answerRequests({
    'accounts/me': () => current,
    'accounts/updatePreferences': (input: { json: Record<string, string> }) => {
      current = { ...current, preferences: { ...current.preferences, ...input.json } }
      return current
    },
    'transcription/get': null,
    'transcription/quote': QUOTE,
    'transcription/start': { id: 'run', projectId: ID, state: 'pending', credits: 0 },
    'credits/balance': { available: 30 },
    ...answers,
  })
  const { unmount } = await render(
    <Site path="/upload">
      <SiteContext value={{ ...SITE_FACTS, newCaptions }}>
        <Uploads />
      </SiteContext>
    </Site>,
  )
  return { ...asked, unmount }
}

function Uploads() {
  const automatic = useAutomaticStart()
  const [hasBegun, setBegun] = useState(false)
  return (
    <>
      <AutomaticStart {...automatic} />
      <button type="button" onClick={() => void automatic.onBegun(ID).then(() => setBegun(true))}>
        Upload
      </button>
      {hasBegun && <p>Begun</p>}
    </>
  )
}
