import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Transcription } from '../model/contract.ts'
import { EarlyRunNotice } from './early-run-notice.tsx'

const RUN: Transcription = {
  id: 't',
  projectId: '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01',
  state: 'pending',
  progress: 0.95,
  language: 'en',
  engineLabel: 'Draft transcript (English)',
  note: null,
  credits: 10,
  fit: null,
  cutOf: null,
  hasEarlyCaptions: true,
  createdAt: '2026-11-20T10:00:00Z',
}

test('says why captions that were made early are not of the whole video, and makes them again', async () => {
  const onAgain = vi.fn<() => void>()
  const note = 'This video costs 40 credits, more than the account has, so nothing was charged.'
  await render(<EarlyRunNotice run={{ ...RUN, state: 'failed', note }} onAgain={onAgain} />)
  await expect.element(page.getByText(`${note} The words so far stay here.`)).toBeVisible()
  await page.getByRole('button', { name: 'Make captions again' }).click()
  expect(onAgain).toHaveBeenCalledOnce()
})

test('says that the video is listened to again, and where the words so far will be', async () => {
  await render(<EarlyRunNotice run={{ ...RUN, state: 'running', note: 'Listening started again with the video.' }} />)
  await expect.element(page.getByRole('status')).toMatchTextContent('earlier versions stay under History')
})

test('says nothing while they are waiting for their video', async () => {
  const { container } = await render(<EarlyRunNotice run={RUN} />)
  expect(container.textContent).toBe('')
})
