import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { Project } from '../../model/contract.ts'
import { NO_WORK, stateOf } from '../../model/video-state.ts'
import { DuplicateButton } from './duplicate-video.tsx'
import { ProjectIntake } from '../video/project-intake.tsx'
import { type ListedVideo, ProjectRow } from './project-row.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'
const COPY_ID = '1b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e02'

test('duplicates a video from its menu, and offers to open the copy', async () => {
  const { calls } = await show(<ProjectRow {...listed(VIDEO)} />, { 'media/duplicate': COPY })
  await page.getByRole('button', { name: 'Actions for Take 3' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect.element(page.getByText('Copying the video and its captions to “Copy of Take 3”.')).toBeVisible()
  expect(calls.filter(({ name }) => name === 'media/duplicate')).toMatchObject([{ input: { json: { projectId: ID } } }])
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent(`/projects/${COPY_ID}`)
})

test('says why a video was not duplicated', async () => {
  const message = 'Not enough storage: 7 kB of 10 kB are used, and this file needs 4 kB.'
  await show(<DuplicateButton project={VIDEO} />, { 'media/duplicate': refusal(413, 'storage_full', message) })
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
})

test.each<Partial<Project>>([{ access: 'editor', ownerName: 'Ada' }, { stage: 'preparing' }])(
  'does not offer to duplicate %j',
  async (other) => {
    await show(<ProjectRow {...listed({ ...VIDEO, ...other })} />, {})
    await page.getByRole('button', { name: 'Actions for Take 3' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).not.toBeInTheDocument()
  },
)

test('shows a copy on its way, and one that failed', async () => {
  const failed: Project = { ...COPY, stage: 'refused', problem: 'The original was deleted before it was copied.' }
  await show(
    <>
      <ProjectRow {...listed(COPY)} />
      <ProjectIntake project={COPY} interruption={null} onCancelled={() => undefined} />
      <ProjectRow {...listed(failed)} />
      <ProjectIntake project={failed} interruption={null} onCancelled={() => undefined} />
    </>,
    {},
  )
  await expect.element(page.getByText('Copying, 40%')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Copying your video' })).toBeVisible()
  await expect.element(page.getByText('Not copied')).toBeVisible()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('The original was deleted before it was copied. You can delete this entry.')
})

function listed(project: Project): ListedVideo {
  return { project, state: stateOf(project, NO_WORK), onTag: () => undefined }
}

async function show(element: ReactNode, answers: Readonly<Record<string, unknown>>) {
  const asked = answerRequests(answers)
  await render(
    <Site path="/" elsewhere={['/projects/:projectId']}>
      {element}
    </Site>,
  )
  return asked
}

const VIDEO: Project = {
  id: ID,
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

const COPY: Project = {
  ...VIDEO,
  id: COPY_ID,
  title: 'Copy of Take 3',
  stage: 'preparing',
  progress: 0.4,
  isCopying: true,
}
