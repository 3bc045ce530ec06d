import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { readPendingClip, storePendingClip, deletePendingClip } from './pending-upload.ts'
import { UploadPage } from './upload-page.tsx'

const FREE = { plan: 'free', maxDurationMs: 180_000, maxBytes: 500_000_000 }

beforeEach(deletePendingClip)

test('a clip that was chosen before signing up is taken by the upload page, once', async () => {
  await storePendingClip(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  await open('/upload?clip=notes.txt')
  // It went the way of every chosen file: the plan's check has seen it.
  await expect.element(page.getByRole('alert')).toMatchTextContent('“notes.txt” is not a video.')
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload')
  expect(await readPendingClip()).toBeUndefined()
})

test('a clip that stayed in another browser is missed by its name', async () => {
  await open('/upload?clip=holiday.mp4')
  await expect.element(page.getByText('“holiday.mp4” did not come along')).toBeVisible()
  await expect.element(page.getByText(/It stayed in the browser where you chose it/)).toBeVisible()
})

test('without a clip on the way the upload page says nothing of one', async () => {
  await open('/upload')
  await expect.element(page.getByText(/on the free plan$/)).toBeVisible()
  expect(page.getByText(/did not come along/).query()).toBeNull()
})

async function open(path: string) {
  answerRequests({ 'media/limits': FREE, 'media/list': [], 'media/shared': [] })
  await render(
    <Site path={path}>
      <UploadPage />
    </Site>,
  )
}
