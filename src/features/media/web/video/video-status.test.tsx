import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../tests/support/web.tsx'
import type { Project } from '../../model/contract.ts'
import { startTransferRate } from '../upload/transfer-rate.ts'
import { putUpload, type Upload, uploadStore } from '../upload/upload-store.ts'
import { VideoNotice } from './video-notice.tsx'
import { VideoStatus } from './video-status.tsx'

/** A video whose captions are open before it is here. */
const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'

beforeEach(() => {
  uploadStore.setState({ uploads: [] })
  document.title = 'Video'
})

test('the bar shows the progress of the upload, which opens with pause and cancel', async () => {
  putUpload(upload({ sentBytes: 20_000_000 }))
  await open({})
  expect(document.title).toBe('40% · Uploading Take 3')
  await page.getByRole('button', { name: 'Uploading 40%' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '40')
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible()
})

test('an upload that failed says why under the bar', async () => {
  putUpload(upload({ phase: 'failed', problem: 'Your session has ended.' }))
  await open({})
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your session has ended.')
  await page.getByRole('button', { name: /^Upload stopped/u }).click()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('after a reload it asks for the same file, and says that the words are saved', async () => {
  await open({ progress: 0.43 })
  await expect.element(page.getByText('Upload paused')).toBeVisible()
  await expect.element(page.getByText(/Your words are saved\.$/u)).toBeVisible()
  const files = new DataTransfer()
  files.items.add(new File(['another'], 'other.mp4'))
  dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('“other.mp4” is a different file (7 bytes).')
})

test('a collaborator sees the progress, and is not asked for the file', async () => {
  await open({ progress: 0.43, access: 'editor', ownerName: 'Ada' })
  await expect.element(page.getByText('Uploading')).toBeVisible()
  await expect.element(page.getByText('43%')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test.each([
  { stage: 'checking', text: 'Checking the video' },
  { stage: 'preparing', text: 'Preparing the video' },
] as const)('names the stage $stage', async ({ stage, text }) => {
  await open({ stage })
  await expect.element(page.getByText(text)).toBeVisible()
})

test('a refused video says why, what it cost, and where its words are', async () => {
  await open({ stage: 'refused', problem: 'This video has an empty picture.' })
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('This video has an empty picture. No credits were used.')
  await expect.element(alert).toMatchTextContent('download them as a caption file under Export')
})

test('a prepared video has nothing to say', async () => {
  await open({ stage: 'prepared' })
  await expect.element(page.getByText(/video/iu)).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

async function open(change: Partial<Project>): Promise<void> {
  answerRequests({})
  const project: Project = {
    id: ID,
    title: 'Take 3',
    stage: 'uploading',
    progress: 0,
    problem: null,
    sizeBytes: 50_000_000,
    probe: null,
    assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
    access: 'owner',
    ownerName: null,
    tags: [],
    expiresAt: null,
    createdAt: '2026-11-20T10:00:00Z',
    ...change,
  }
  await render(
    <Site path={`/projects/${ID}`} elsewhere={['/upload']}>
      <VideoStatus project={project} onCancelled={() => {}} />
      <VideoNotice project={project} />
    </Site>,
  )
}

function upload(change: Partial<Upload>): Upload {
  const fresh = {
    key: 'k',
    projectId: ID,
    name: 'take-3.mp4',
    sizeBytes: 50_000_000,
    sentBytes: 0,
    phase: 'uploading',
    continuedFrom: 0,
    problem: null,
  } as const
  return { ...fresh, rate: startTransferRate(0, 0), ...change }
}
