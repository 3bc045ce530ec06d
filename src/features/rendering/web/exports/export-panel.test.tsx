import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site, stream } from '../../../../../tests/support/web.tsx'
import { ExportPanel } from '../index.ts'

const QUEUED = {
  id: 'r1',
  projectId: 'p1',
  state: 'queued',
  framesDone: 0,
  framesTotal: 300,
  remainingMs: null,
  ahead: null,
  problem: null,
  download: null,
  sizeBytes: null,
  revision: 7,
  createdAt: '2026-11-20T10:00:00.000Z',
}
const RUNNING = { ...QUEUED, state: 'running', framesDone: 120, remainingMs: 7_400 }

test('shows frames and time left of an export, and stops it', async () => {
  const told = new TransformStream<string, string>()
  const writer = told.writable.getWriter()
  const tell = (event: object) => writer.write(`event: message\ndata: ${JSON.stringify({ json: event })}\n\n`)
  const { calls } = await open({
    'rendering/list': [QUEUED],
    'rendering/watch': () =>
      new Response(told.readable.pipeThrough(new TextEncoderStream()), {
        headers: { 'content-type': 'text/event-stream' },
      }),
    'rendering/cancel': { ...RUNNING, state: 'cancelled' },
  })
  await expect.element(page.getByRole('progressbar', { name: 'Waiting for its turn' })).toBeVisible()

  await tell(RUNNING)
  await expect.element(page.getByRole('progressbar', { name: 'Exporting' })).toHaveAttribute('aria-valuenow', '40')
  await expect.element(page.getByText('Frame 120 of 300 · 7 s left. You can leave this page.')).toBeVisible()

  await page.getByRole('button', { name: 'Stop the export' }).click()
  await expect.element(page.getByText(/^You stopped the export of /u)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export video' })).toBeEnabled()
  expect(calls).toContainEqual({ name: 'rendering/cancel', input: { json: { renderId: 'r1' } } })
})

test('offers a finished export for download, and says what to do about a failed one', async () => {
  const done = { ...RUNNING, state: 'done', framesDone: 300, download: '/renders/r1/video.mp4', sizeBytes: 12_500_000 }
  const failed = { ...QUEUED, id: 'r0', state: 'failed', problem: 'The video could not be read. Upload it again.' }
  await open({ 'rendering/list': [RUNNING, failed], 'rendering/watch': stream([done]) })
  await expect
    .element(page.getByRole('link', { name: 'Download video' }))
    .toHaveAttribute('href', '/renders/r1/video.mp4')
  await expect.element(page.getByText(/· 12\.5 MB$/u)).toBeVisible()
  await expect.element(page.getByText('The video could not be read. Upload it again.')).toBeVisible()
})

test('says what an export waits for, and starts none until then', async () => {
  answerRequests({ 'rendering/list': [] })
  await render(
    <Site path="/projects/p1">
      <ExportPanel projectId="p1" mayExport save={async () => {}} waitsFor="The export waits for the whole video." />
    </Site>,
  )
  await expect.element(page.getByRole('button', { name: 'Export video' })).toBeDisabled()
  await expect.element(page.getByText('The export waits for the whole video.')).toBeVisible()
})

test('keeps an export that starts while the list is loading', async () => {
  const failed = { ...QUEUED, id: 'r0', state: 'failed', problem: 'The video could not be read. Upload it again.' }
  const first = Promise.withResolvers<object[]>()
  const lists = [first.promise, [QUEUED, failed]]
  await open({
    'rendering/list': () => lists.shift(),
    'rendering/start': QUEUED,
    'rendering/watch': () => new Promise(() => {}),
  })
  await page.getByRole('button', { name: 'Export video' }).click()
  const waiting = page.getByRole('progressbar', { name: 'Waiting for its turn' })
  await expect.element(waiting).toBeVisible()
  first.resolve([failed])
  await expect.element(page.getByText('The video could not be read. Upload it again.')).toBeVisible()
  await expect.element(waiting).toBeVisible()
})

test('shows the queue position of a waiting export, and stops it', async () => {
  const waiting = { ...QUEUED, ahead: 2 }
  await open({
    'rendering/list': [waiting],
    'rendering/watch': () => new Promise(() => {}),
    'rendering/cancel': { ...waiting, state: 'cancelled', ahead: null },
  })
  await expect.element(page.getByText('2 of your exports are before this one. You can leave this page.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the export' }).click()
  await expect.element(page.getByText(/^You stopped the export of /u)).toBeVisible()
})

test('states the limit of a full queue and when to try again', async () => {
  const message = 'You have 3 exports waiting or running, the limit of your account.'
  await open({
    'rendering/list': [],
    'rendering/start': () => refusal(429, 'too_many_requests', message, { limit: 3, retryAfterSeconds: 754 }),
  })
  await page.getByRole('button', { name: 'Export video' }).click()
  await expect.element(page.getByText(`${message} Try again in about 13 minutes.`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export video' })).toBeEnabled()
})

test('offers already exported captions for download at once', async () => {
  const done = { ...RUNNING, state: 'done', framesDone: 300, download: '/renders/r1/video.mp4', sizeBytes: 12_500_000 }
  await open({ 'rendering/list': [done], 'rendering/start': done })
  await page.getByRole('button', { name: 'Export video' }).click()
  await expect.element(page.getByText('Already exported')).toBeVisible()
  await expect.element(page.getByText(/Download it above\.$/u)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download video' })).toBeVisible()
})

test('the newest finished export comes first, and earlier ones after the form', async () => {
  const done = { ...RUNNING, state: 'done', download: '/renders/r1/video.mp4', sizeBytes: 12_500_000 }
  await open({ 'rendering/list': [done, { ...done, id: 'r0', download: '/renders/r0/video.mp4' }] })
  const again = page.getByRole('button', { name: 'Export video' })
  await expect.element(again).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download video' }).nth(1)).toBeVisible()
  const downloads = page.getByRole('link', { name: 'Download video' }).elements()
  const places = [downloads[0], again.element(), downloads[1]].map((part) => part?.getBoundingClientRect().top ?? NaN)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(downloads.map((link) => link.getAttribute('href'))).toEqual(['/renders/r1/video.mp4', '/renders/r0/video.mp4'])
})

async function open(answers: Parameters<typeof answerRequests>[0]) {
  const asked = answerRequests(answers)
  await render(
    <Site path="/videos/p1">
      <ExportPanel projectId="p1" save={async () => undefined} mayExport />
    </Site>,
  )
  return asked
}
