import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import { StoragePage } from './index.ts'

const VIDEO = { id: 'p1', kind: 'video', projectId: 'p1', title: 'Talk', sizeBytes: 500_000_000, download: null }
const EXPORT = { ...VIDEO, id: 'r1', kind: 'export', sizeBytes: 12_500_000, download: '/api/renders/r1/video.mp4' }
const createdAt = '2026-11-20T10:00:00Z'

test('videos and exports are listed with their sizes, against what the plan has room for', async () => {
  await open({
    files: [VIDEO, EXPORT].map((file) => ({ ...file, createdAt })),
    usedBytes: 512_500_000,
    quotaBytes: 2e9,
  })
  await expect.element(page.getByText('513 MB of 2 GB')).toBeVisible()
  await expect.element(page.getByText('500 MB', { exact: true })).toBeVisible()
  await expect.element(page.getByText('12.5 MB')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Used' })).toHaveAttribute('aria-valuenow', '25')
  await expect
    .element(page.getByRole('link', { name: 'Download' }))
    .toHaveAttribute('href', '/api/renders/r1/video.mp4')
})

test('storage that is full says so', async () => {
  await open({ files: [{ ...VIDEO, createdAt }], usedBytes: 2e9, quotaBytes: 2e9 })
  await expect.element(page.getByText('Your storage is full')).toBeVisible()
})

test('a plan without a fixed amount shows only what is used', async () => {
  await open({ files: [{ ...VIDEO, createdAt }], usedBytes: 5e8, quotaBytes: null })
  await expect.element(page.getByText('500 MB used')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
})

test('who keeps nothing yet is led to the upload', async () => {
  await open({ files: [], usedBytes: 0, quotaBytes: 2e9 })
  await expect.element(page.getByRole('link', { name: 'Upload a video' })).toHaveAttribute('href', '/upload')
})

test('a list that could not be loaded says why and can be asked for again', async () => {
  await open(refusal(503, 'unavailable', 'The server is busy.'))
  await expect.element(page.getByText('The server is busy.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

async function open(answer: unknown) {
  answerRequests({ 'storage/list': answer })
  await render(
    <Site path="/storage">
      <StoragePage />
    </Site>,
  )
}
