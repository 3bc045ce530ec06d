import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Access } from '#features/collaboration/model/index.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { ShareButton } from './share-button.tsx'

afterEach(() => vi.unstubAllGlobals())

test('an owner opens the review links by key, closes them, and is back at the button', async () => {
  await show('owner')
  const button = page.getByRole('button', { name: 'Share' })
  await expect.element(button).toBeVisible()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Share for review' })
  await expect.element(dialog.getByText('Nobody has a link to this video yet.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('nobody else is offered to share a video', async () => {
  await show('editor')
  expect(page.getByRole('button', { name: 'Share' }).elements()).toEqual([])
})

async function show(access: Access): Promise<void> {
  answerRequests({ 'review/links': [] })
  await render(
    <Site path="/projects/p">
      <ShareButton projectId="p" access={access} />
    </Site>,
  )
}
