import { type ComponentProps, useEffect } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Access } from '#features/collaboration/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import type { CommentMarksSlot, CommentsSlot, Editor } from '../index.ts'
import { eventually, sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

const WORDS = { firstWordId: 'w2', lastWordId: 'w2', quote: 'lose' }
const REMOVED = 'Ada removed you from their team, so you can no longer open this video.'

test('makes the editor read-only at once when the owner makes the person a viewer, and says so', async () => {
  const server = await start()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  server.sendAccess('viewer')
  await expect.element(page.getByText('Ada made you a viewer')).toBeVisible()
  await expect.element(page.getByText('View only')).toBeVisible()
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull()
  server.sendAccess('editor')
  await expect.element(page.getByText('Ada made you an editor')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByText('Ada made you an editor')).not.toBeInTheDocument()
})

test('says to an invited viewer why there are no comments', async () => {
  await start({ access: 'viewer' })
  await expect
    .element(page.getByText('You were invited as a viewer, so you see no comments.', { exact: false }))
    .toBeVisible()
})

test('takes the comments from a reviewer who becomes a viewer, and gives them back', async () => {
  const server = await start({ access: 'reviewer' })
  await page.getByRole('tab', { name: 'Comments' }).click()
  server.sendAccess('viewer')
  await expect.element(page.getByText('Ada made you a viewer')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Comments' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('tab', { name: 'Export' })).toHaveAttribute('aria-selected', 'true')
  server.sendAccess('reviewer')
  await expect.element(page.getByText('Ada made you a reviewer')).toBeVisible()
  await expect.element(page.getByText('You can comment on these captions', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Comments' })).toBeVisible()
})

test('offers the comment that a reviewer was writing when they became a viewer, and keeps it', async () => {
  const server = await start({ access: 'reviewer', comments: (slot) => <CommentField {...slot} /> })
  await page.getByRole('tab', { name: 'Comments' }).click()
  const field = page.getByRole('textbox', { name: 'New comment' })
  await field.fill('Slower here')
  const unsent = page.getByRole('textbox', { name: 'Your comment was not sent. Copy it if you need it.' })
  await expect.element(unsent).not.toBeInTheDocument()
  server.sendAccess('viewer')
  await expect.element(unsent).toHaveValue('Slower here')
  server.sendAccess('reviewer')
  await expect.element(unsent).not.toBeInTheDocument()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect.element(field).toHaveValue('Slower here')
})

test('commented words lose their marks for a reviewer who becomes a viewer', async () => {
  const server = await start({ access: 'reviewer', commentMarks: (slot) => <MarkedWord {...slot} /> })
  await expect.element(word('lose')).toHaveAccessibleDescription('This word has a comment')
  server.sendAccess('viewer')
  await expect.element(page.getByText('Ada made you a viewer')).toBeVisible()
  await expect.element(word('lose')).not.toHaveAccessibleDescription('This word has a comment')
  server.sendAccess('reviewer')
  await expect.element(word('lose')).toHaveAccessibleDescription('This word has a comment')
})

test('lists the shortcut for comments for people who write comments', async () => {
  const server = await start({ access: 'reviewer' })
  await page.getByRole('button', { name: 'Help and keyboard shortcuts' }).click()
  const toComment = page.getByText('Comment on the selected words')
  await expect.element(toComment).toBeVisible()
  server.sendAccess('viewer')
  await expect.element(toComment).not.toBeInTheDocument()
  await expect.element(page.getByText('Play or pause')).toBeVisible()
})

test('a removed editor reads who removed them, and copies the word they were typing', async () => {
  const server = await start()
  await word('lose').dblClick()
  await userEvent.keyboard('loose')
  server.endAccess(REMOVED)
  await expect.element(page.getByText(REMOVED)).toBeVisible()
  await expect
    .element(page.getByRole('textbox', { name: /words that were not saved/ }))
    .toHaveValue('never loose a word again.')
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull()
  expect(page.getByRole('textbox', { name: /^Edit/ }).query()).toBeNull()
  expect(server.text()).toBe('never lose a word again.')
})

test('saves what was refused once the person is an editor again', async () => {
  const server = await start()
  server.refuses = new AppError('forbidden', 'You can view this video, but not change it.')
  await word('lose').dblClick()
  await userEvent.keyboard('loose{Enter}')
  await sent(() => page.getByText('Not saved').query()).not.toBeNull()
  await expect.element(page.getByRole('textbox', { name: /words that were not saved/ })).toBeVisible()
  server.refuses = undefined
  server.sendAccess('editor')
  await eventually(() => server.text()).toBe('never loose a word again.')
})

test.each([
  { whose: 'its owner', ownerName: null },
  { whose: 'a member of the team', ownerName: 'Ada' },
])('is read-only for an operator who views the pages of $whose, with the comments', async ({ ownerName }) => {
  const comments: ComponentProps<typeof Editor>['comments'] = ({ mayWrite }) => (mayWrite ? 'write' : 'only read')
  await start({ access: 'reviewer', viewing: true, ownerName, comments })
  await expect.element(page.getByText('You can view these captions, but not change them')).toBeVisible()
  await expect.element(page.getByText(/^You view the pages of another user\./u)).toBeVisible()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect.element(page.getByText('only read')).toBeVisible()
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull()
})

/** A field that tells the editor what is written in it. */
function CommentField({ draft, onDraft }: CommentsSlot) {
  return (
    <input
      aria-label="New comment"
      defaultValue={draft?.text}
      onChange={({ target }) => onDraft({ text: target.value, words: WORDS })}
    />
  )
}

/** Marks the word “lose”. */
function MarkedWord({ onChange }: CommentMarksSlot) {
  useEffect(() => onChange({ open: 1, wordIds: new Set(['w2']) }), [onChange])
  return null
}

type Start = { readonly access?: Access; readonly viewing?: true } & Partial<Pick<ComponentProps<typeof Editor>, Slot>>
type Slot = 'ownerName' | 'comments' | 'commentMarks'

async function start({ access = 'editor', viewing, ownerName = 'Ada', ...slots }: Start = {}) {
  // Unsaved edits outlive their editor.
  localStorage.clear()
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.access = access
  server.viewing = viewing
  await showEditor(server, { ownerName, ...slots })
  await expect.element(word('lose')).toBeVisible()
  return server
}
