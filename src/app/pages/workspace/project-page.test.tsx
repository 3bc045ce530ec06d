import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Project } from '#features/media/model/index.ts'
import type { Transcription } from '#features/transcription/model/index.ts'
import type { NewCaptions } from '#platform/shared/contacts.ts'
import { createQueryClient } from '#platform/web/query.ts'
import { SiteContext } from '#platform/web/use-site.ts'
import { DANA } from '../../../../tests/support/account.ts'
import { SITE_FACTS } from '../../../../tests/support/site-facts.ts'
import { answerRequests, refusal, Site, stream } from '../../../../tests/support/web.tsx'
import { chooseForNextCaptions, chosenForNextCaptions } from '../next-captions.ts'
import { prefetchPage, ProjectPage } from './project-page.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const NOT_FOUND = refusal(404, 'NOT_FOUND', 'There is no such video.')
const AUDIO = { codec: 'aac', channels: 2, sampleRate: 48_000, tracks: 1, track: 0 }

test('captions can be made while the video is prepared, at the measured price', async () => {
  await open({})
  await expect.element(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeEnabled()
  await expect.element(page.getByRole('progressbar', { name: 'Preparing your video' })).toBeVisible()
})

test('captions can be asked for from the first second of the upload', async () => {
  const { calls } = await open(UPLOADING)
  await expect.element(page.getByRole('progressbar', { name: 'Upload paused' })).toBeVisible()
  const press = page.getByRole('button', { name: 'Make captions · 10 credits per 3 min' })
  await expect.element(press).toBeEnabled()
  await press.click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('transcription/start')
})

test('a press is kept while the video uploads, and can be taken back', async () => {
  const { calls } = await open({ ...UPLOADING, run: PENDING })
  await expect.element(page.getByRole('heading', { name: 'Captions come next' })).toBeVisible()
  await expect.element(page.getByText(/10 credits for each started 3 minutes, charged only/u)).toBeVisible()
  await page.getByRole('button', { name: 'Don’t start them' }).click()
  await expect.element(page.getByRole('button', { name: /^Make captions/u })).toBeEnabled()
  expect(calls.map(({ name }) => name)).toContain('transcription/cancel')
})

test('names the price once the length is measured', async () => {
  const measured = stream([{ ...VIDEO, stage: 'preparing' }])
  let isMeasured = false
  await open({
    ...UPLOADING,
    answers: {
      'media/watch': () => measured,
      'transcription/quote': () => {
        const durationMs = isMeasured ? 200_000 : 0
        isMeasured = true
        return { ...QUOTE, credits: durationMs === 0 ? 10 : 20, durationMs }
      },
    },
  })
  await expect.element(page.getByRole('button', { name: 'Make captions · 20 credits' })).toBeEnabled()
})

test('says why a kept press could not start', async () => {
  const note = 'This video costs 40 credits, more than the account has, so nothing was charged.'
  await open({ run: { ...PENDING, state: 'failed', note } })
  await expect.element(page.getByText(note)).toBeVisible()
  await expect.element(page.getByText(/The credits are back/u)).not.toBeInTheDocument()
})

test('the steps show that a video is still being prepared beside its captions', async () => {
  await open({})
  const steps = page.getByRole('list', { name: 'Progress of this video' })
  await expect.element(steps.getByText('Prepare, under way')).toBeVisible()
  await expect.element(steps.getByText('Captions, current')).toBeVisible()
})

test('the steps tick what is done', async () => {
  await open({ project: { stage: 'prepared', progress: 1 } })
  const steps = page.getByRole('list', { name: 'Progress of this video' })
  await expect.element(steps.getByText('Prepare, done')).toBeVisible()
})

test.each([
  ['a silent video', { audio: null }, {}],
  ['a copy', {}, { isCopying: true as const }],
])('%s waits until it is prepared', async (_, probe, project) => {
  await open({ probe, project })
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Make captions/u })).not.toBeInTheDocument()
})

test('who declines the template of their kit gets that of the site', async () => {
  const kit = { templateId: 'bounce', isFollowedByNew: true }
  const { calls } = await open({ answers: { 'brand/projectKit': kit }, newCaptions: { template: 'neon' } })
  await expect.element(page.getByText('Bounce', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use the usual one' }).click()
  await expect.element(page.getByText('Neon', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/u }).click()
  await expect.poll(() => startsIn(calls)).toMatchObject([{ template: 'neon' }])
})

test('a template chosen for the next captions is used up once they start', async () => {
  chooseForNextCaptions({ kind: 'template', id: 'neon' })
  const { calls } = await open({})
  await page.getByRole('button', { name: /^Make captions/u }).click()
  await expect.poll(() => startsIn(calls)).toMatchObject([{ template: 'neon' }])
  await expect.poll(chosenForNextCaptions).toBeNull()
})

test.each([
  { from: 'a choice for the next captions', chosen: 'neon', kit: null, template: 'neon' },
  { from: 'the brand kit', chosen: null, kit: { templateId: 'bounce', isFollowedByNew: true }, template: 'bounce' },
])('another try after a stopped one keeps the template of $from', async ({ chosen, kit, template }) => {
  chooseForNextCaptions(chosen === null ? null : { kind: 'template', id: chosen })
  const { calls } = await open({ answers: { 'brand/projectKit': kit }, newCaptions: { template: 'boxed' } })
  await expect.element(page.getByText(/^Your captions start in the template/u)).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/u }).click()
  await page.getByRole('button', { name: 'Don’t start them' }).click()
  await page.getByRole('button', { name: /^Make captions/u }).click()
  await expect.poll(() => startsIn(calls)).toMatchObject([{ template }, { template }])
})

test('a language chosen instead of the site’s default is remembered', async () => {
  const engine = { id: 'e', label: 'E', quality: 'best', languages: ['de', 'en'], host: null, defaultFor: [] }
  const { calls } = await open({
    answers: { 'transcription/quote': { ...QUOTE, engines: [engine] }, 'accounts/updatePreferences': DANA },
    newCaptions: { language: 'de' },
  })
  await expect.element(page.getByLabelText('Language spoken')).toHaveDisplayValue('German')
  await page.getByLabelText('Language spoken').selectOptions('English')
  await page.getByRole('button', { name: /^Make captions/u }).click()
  await expect.poll(() => startsIn(calls)).toMatchObject([{ language: 'en' }])
  const remembered = () => calls.find(({ name }) => name === 'accounts/updatePreferences')?.input
  await expect.poll(remembered).toEqual({ json: { captionLanguage: 'en' } })
})

test.each([
  { who: 'a visitor', answers: { 'accounts/me': null }, asked: ['accounts/me'] },
  {
    who: 'somebody who may not see the video',
    answers: { 'media/get': NOT_FOUND },
    asked: ['accounts/me', 'media/get'],
  },
  { who: 'the owner of a silent video', probe: { audio: null }, asked: ['accounts/me', 'media/get'] },
  { who: 'the owner of a video', asked: ['accounts/me', 'media/get', 'transcription/get'] },
])('for $who, the page that opens asks only for what they may have', async ({ answers, probe, asked }) => {
  const { calls } = answer({ answers, probe })
  await prefetchPage(createQueryClient(), { projectId: ID })
  expect(calls.map(({ name }) => name)).toEqual(asked)
})

test('what was asked for before the page opened is not asked for again', async () => {
  const { calls } = answer({})
  const client = createQueryClient()
  await prefetchPage(client, { projectId: ID })
  await show(client)
  await expect.element(page.getByRole('button', { name: /^Make captions/u })).toBeEnabled()
  for (const name of ['media/get', 'transcription/get'])
    expect(calls.filter((call) => call.name === name)).toHaveLength(1)
})

test('says before captions are made that transparency is not kept', async () => {
  await open({ probe: { hasAlpha: true } })
  await expect.element(page.getByText('Transparency is not kept')).toBeVisible()
})

const VIDEO: Project & { probe: NonNullable<Project['probe']> } = {
  id: ID,
  title: 'Take 3',
  stage: 'preparing',
  progress: 0.2,
  problem: null,
  sizeBytes: 50_000_000,
  probe: {
    container: 'mp4',
    durationMs: 60_000,
    width: 1_080,
    height: 1_920,
    fps: { n: 30, d: 1 },
    variableFrameRate: false,
    rotation: 0,
    videoCodec: 'h264',
    hdr: false,
    audio: AUDIO,
  },
  assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
  access: 'owner',
  ownerName: null,
  tags: [],
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: null,
}
const QUOTE = { credits: 10, enough: true, available: 30, durationMs: 60_000, hasSound: true, engines: [] }
const PENDING: Transcription = {
  id: 't',
  projectId: ID,
  state: 'pending',
  progress: 0,
  language: 'und',
  engineLabel: 'Draft transcript (English)',
  note: null,
  credits: 0,
  fit: null,
  cutOf: null,
  createdAt: '2026-11-20T10:00:00Z',
}
const UPLOADING = { isMeasured: false, project: { stage: 'uploading' as const } }

type Opening = {
  probe?: Partial<NonNullable<Project['probe']>> | undefined
  project?: Partial<Project>
  isMeasured?: boolean
  run?: Transcription | null
  answers?: Record<string, unknown> | undefined
}

async function open({ newCaptions, ...opening }: Opening & { newCaptions?: NewCaptions }) {
  const asked = answer(opening)
  await show(undefined, newCaptions)
  return asked
}

function answer({ probe, project, isMeasured = true, run = null, answers }: Opening) {
  const video: Project = { ...VIDEO, probe: isMeasured ? { ...VIDEO.probe, ...probe } : null, ...project }
  return answerRequests({
    'media/get': video,
    'media/watch': () => new Promise(() => {}),
    'transcription/get': run,
    'transcription/quote': isMeasured ? QUOTE : { ...QUOTE, durationMs: 0 },
    'transcription/start': PENDING,
    'transcription/watch': () => new Promise(() => {}),
    'transcription/cancel': { ...PENDING, state: 'cancelled' },
    'brand/projectKit': null,
    'accounts/me': DANA,
    'credits/balance': { available: 30, held: 0, expiringSoon: null, unlimited: false },
    ...answers,
  })
}

/** @param client a cache with answers; default: an empty one */
function show(client?: QueryClient, newCaptions: NewCaptions = {}) {
  const shown = (
    <SiteContext value={{ ...SITE_FACTS, newCaptions }}>
      <ProjectPage projectId={ID} />
    </SiteContext>
  )
  return render(
    <Site path={`/projects/${ID}`}>
      {client === undefined ? shown : <QueryClientProvider client={client}>{shown}</QueryClientProvider>}
    </Site>,
  )
}

function startsIn(calls: readonly { readonly name: string; readonly input: unknown }[]): unknown[] {
  return calls.flatMap(({ name, input }) => (name === 'transcription/start' ? [(input as { json: unknown }).json] : []))
}
