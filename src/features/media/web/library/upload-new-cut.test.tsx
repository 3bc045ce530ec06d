import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../tests/support/web.tsx'
import type { Project } from '../../model/contract.ts'
import { NO_WORK, stateOf, type VideoWork } from '../../model/video-state.ts'
import { ProjectRow } from './project-row.tsx'

const DONE: VideoWork = { ...NO_WORK, captions: { state: 'done', progress: 1 } }

test('the menu of a captioned video says what a new cut keeps, and refuses what is no video', async () => {
  await show(DONE)
  await page.getByRole('button', { name: 'Actions for Take 3' }).click()
  await page.getByRole('menuitem', { name: 'Upload a new cut' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a new cut' })
  await expect.element(dialog.getByText(/“Take 3” stays in your videos/)).toBeVisible()
  await page.getByLabelText('Choose the video').upload(new File(['text'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('“notes.txt” is not a video.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each([
  ['a video without captions', NO_WORK, {}],
  ['somebody else’s video', DONE, { access: 'editor' as const, ownerName: 'Ada' }],
])('offers no new cut of %s', async (_, work, other) => {
  await show(work, other)
  await page.getByRole('button', { name: 'Actions for Take 3' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Upload a new cut' })).not.toBeInTheDocument()
})

async function show(work: VideoWork, other: Partial<Project> = {}) {
  const limits = { plan: 'free', maxBytes: 1_000_000, maxDurationMs: 60_000 }
  answerRequests({ 'media/limits': limits })
  const project = { ...VIDEO, ...other }
  await render(
    <Site path="/" elsewhere={['/projects/:projectId']}>
      <ul>
        <ProjectRow project={project} state={stateOf(project, work)} onTag={() => undefined} />
      </ul>
    </Site>,
  )
}

const VIDEO: Project = {
  id: '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01',
  title: 'Take 3',
  stage: 'prepared',
  progress: 1,
  problem: null,
  sizeBytes: 50_000_000,
  probe: null,
  assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
  access: 'owner',
  ownerName: null,
  tags: [],
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: null,
}
