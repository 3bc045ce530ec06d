import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../tests/support/web.tsx'
import type { Project } from '../../model/contract.ts'
import { updateTransferRate, startTransferRate } from '../upload/transfer-rate.ts'
import { ProjectIntake } from './project-intake.tsx'
import { putUpload, type Upload, uploadStore } from '../upload/upload-store.ts'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'

beforeEach(() => {
  uploadStore.setState({ uploads: [] })
  document.title = 'Video'
})

test('an upload shows its progress, speed and time left, in the tab title too', async () => {
  putUpload(
    upload({ sentBytes: 20_000_000, rate: updateTransferRate(startTransferRate(18_000_000, 0), 20_000_000, 1_000) }),
  )
  await open({ stage: 'uploading' })
  await expect.element(page.getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '40')
  await expect.element(page.getByText('20 MB of 50 MB')).toBeVisible()
  await expect.element(page.getByText('2 MB/s')).toBeVisible()
  await expect.element(page.getByText('15 s left')).toBeVisible()
  expect(document.title).toBe('40% · Uploading Take 3')
})

test('without a network it says that it waits, and resumes automatically', async () => {
  putUpload(upload({ phase: 'waiting' }))
  await open({ stage: 'uploading' })
  await expect.element(page.getByRole('progressbar', { name: 'Waiting for the network' })).toBeVisible()
  await expect.element(page.getByText('It continues once the network is back.')).toBeVisible()
})

test.each([
  { phase: 'uploading', button: 'Pause' },
  { phase: 'paused', button: 'Resume' },
  { phase: 'failed', button: 'Try again' },
] as const)('offers $button for an upload that is $phase', async ({ phase, button }) => {
  putUpload(upload({ phase, problem: phase === 'failed' ? 'The upload stopped.' : null }))
  await open({ stage: 'uploading' })
  await expect.element(page.getByRole('button', { name: button })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible()
})

test('a resumed upload says how much was already there', async () => {
  putUpload(upload({ continuedFrom: 12_000_000, sentBytes: 13_000_000 }))
  await open({ stage: 'uploading' })
  await expect.element(page.getByText('Continued where it stopped: 12 MB were already uploaded.')).toBeVisible()
})

test('after a reload it asks for the same file and recognises another one', async () => {
  await open({ stage: 'uploading', progress: 0.43 })
  await expect.element(page.getByText('21.5 MB of 50 MB uploaded')).toBeVisible()
  const files = new DataTransfer()
  files.items.add(new File(['another'], 'other.mp4'))
  dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }))
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('“other.mp4” is a different file (7 bytes). Choose the one you started with: 50 MB.')
})

test('a refused file says why, what to do, and that nothing was charged', async () => {
  await open({
    stage: 'refused',
    problem: 'This file has no picture. Upload a video; we don’t support sound alone yet.',
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('This file has no picture.')
  await expect.element(page.getByRole('alert')).toMatchTextContent('No credits were used.')
  await expect.element(page.getByRole('link', { name: 'Upload another video' })).toBeVisible()
})

test.each([
  { stage: 'checking', label: 'Checking the file' },
  { stage: 'preparing', label: 'Preparing your video' },
] as const)('$stage shows its progress', async ({ stage, label }) => {
  await open({ stage, progress: 0.62 })
  await expect.element(page.getByRole('progressbar', { name: label })).toHaveAttribute('aria-valuenow', '62')
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
      <ProjectIntake project={project} interruption={null} onCancelled={() => {}} />
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
