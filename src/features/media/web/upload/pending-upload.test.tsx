import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../tests/support/web.tsx'
import { readPendingClip, storePendingClip, deletePendingClip } from './pending-upload.ts'
import { UploadPage } from '../upload-page/upload-page.tsx'

const FREE = { plan: 'free', maxDurationMs: 180_000, maxBytes: 500_000_000 }

beforeEach(deletePendingClip)

test('the upload page takes a clip chosen before the sign-up, once', async () => {
  await storePendingClip(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  await open('/upload?clip=notes.txt')
  // It is checked against the plan like every chosen file.
  await expect.element(page.getByRole('alert')).toMatchTextContent('“notes.txt” is not a video.')
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload')
  expect(await readPendingClip()).toBeUndefined()
})

test('names a clip that stayed in another browser', async () => {
  await open('/upload?clip=holiday.mp4')
  await expect.element(page.getByText('“holiday.mp4” is not in this browser')).toBeVisible()
  await expect.element(page.getByText(/It is in the browser where you chose it/)).toBeVisible()
})

test('without a pending clip the upload page mentions none', async () => {
  await open('/upload')
  await expect.element(page.getByText(/on the free plan$/)).toBeVisible()
  expect(page.getByText(/is not in this browser/).query()).toBeNull()
})

async function open(path: string) {
  answerRequests({ 'media/limits': FREE, 'media/list': [], 'media/shared': [] })
  await render(
    <Site path={path}>
      <UploadPage work={{ byId: new Map(), problem: null, retry: () => undefined }} />
    </Site>,
  )
}
