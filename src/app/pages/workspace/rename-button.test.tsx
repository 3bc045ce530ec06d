import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Project } from '#features/media/model/index.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { RenameButton } from './rename-button.tsx'

test('renames a video', async () => {
  const { calls } = await show('editor')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabelText('Title').fill('Take 4')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls.map(({ input }) => input)).toEqual([{ json: { projectId: VIDEO.id, title: 'Take 4' } }])
})

test('offers a viewer no new title', async () => {
  await show('viewer')
  await expect.element(page.getByText('By Ada')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Rename' })).not.toBeInTheDocument()
})

async function show(access: Project['access']) {
  const asked = answerRequests({ 'media/rename': { ...VIDEO, title: 'Take 4' } })
  await render(
    <Site path="/">
      <p>By Ada</p>
      <RenameButton project={{ ...VIDEO, access }} />
    </Site>,
  )
  return asked
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
  ownerName: 'Ada',
  tags: [],
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: null,
}
