import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { eventually, sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

const WHY = 'You can only suggest edits here. They wait until the owner or an editor accepts them.'
const bar = () => page.getByRole('region', { name: 'Suggesting' })

// Unsaved edits outlive their editor.
beforeEach(() => localStorage.clear())

test('a suggester suggests from the start, cannot stop, and reads why', async () => {
  const server = await open('suggester')
  await expect.element(bar().getByText(WHY)).toBeVisible()
  for (const name of ['Suggest edits', 'Stop', 'Always write it so'])
    expect(page.getByRole('button', { name, exact: true }).elements(), name).toEqual([])
  await correct('two', 'zwei')
  await sent(() => waiting(server)).toEqual(['Change a word to “zwei”'])
  server.suggestElsewhere([{ type: 'setWordText', id: 'w3', text: 'drei' }])
  await page.getByRole('tab', { name: 'Suggestions (2)' }).click()
  expect(page.getByRole('button', { name: 'Accept' }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Decline' }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  expect(server.text()).toBe('one two three')
})

test('edits that were not saved become suggestions when the owner makes the person a suggester', async () => {
  const server = await open('editor')
  server.online = false
  await correct('two', 'zwei')
  await word('three').dblClick()
  await userEvent.keyboard('drei')
  server.online = true
  server.sendAccess('suggester')
  await expect.element(page.getByText('Ada made you a suggester')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(word('drei')).toBeVisible()
  await sent(() => waiting(server)).toEqual(['Change a word to “zwei”', 'Change a word to “drei”'])
  expect(server.text()).toBe('one two three')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => waiting(server)).toEqual([])
  await expect.element(word('two')).toBeVisible()
})

test('an editor that gets no live updates becomes a suggester with its next edit', async () => {
  const server = await open('editor', { isCrowded: true })
  server.access = 'suggester'
  await correct('two', 'zwei')
  await sent(() => waiting(server)).toEqual(['Change a word to “zwei”'])
  await expect.element(bar().getByText(WHY)).toBeVisible()
  await expect.element(page.getByText('Not saved')).not.toBeInTheDocument()
})

test('a suggester who becomes an editor edits the captions; their suggestions go on waiting', async () => {
  const server = await open('suggester')
  await correct('two', 'zwei')
  await sent(() => waiting(server)).toHaveLength(1)
  server.sendAccess('editor')
  await expect.element(page.getByText('Ada made you an editor')).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(word('two')).toHaveAttribute('data-suggested', 'waiting')
  await correct('three', 'drei')
  await sent(server.text).toBe('one two drei')
  expect(await waiting(server)).toHaveLength(1)
})

test('edits of an earlier visit become suggestions of the person who may now only suggest', async () => {
  const server = new CaptionServer(documentOf('one two three'))
  const first = await showEditor(server)
  await expect.element(word('two')).toBeVisible()
  server.online = false
  await correct('two', 'zwei')
  await first.unmount()
  server.online = true
  server.access = 'suggester'
  await showEditor(server, { ownerName: 'Ada' })
  await expect.element(word('zwei')).toBeVisible()
  await sent(() => waiting(server)).toEqual(['Change a word to “zwei”'])
  expect(server.text()).toBe('one two three')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('captions-pending'))).toEqual([])
})

async function open(access: 'editor' | 'suggester', o: { isCrowded?: boolean } = {}): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf('one two three'))
  server.access = access
  server.isCrowded = o.isCrowded ?? false
  await showEditor(server, { ownerName: 'Ada' })
  await expect.element(word('two')).toBeVisible()
  return server
}

async function correct(from: string, to: string): Promise<void> {
  await word(from).dblClick()
  await userEvent.fill(page.getByRole('textbox', { name: `Edit “${from}”` }), to)
  await userEvent.keyboard('{Enter}')
}

/** The labels of what waits; for `expect.poll`, which awaits it. */
async function waiting(server: CaptionServer): Promise<string[]> {
  return (await server.suggestions()).waiting.map(({ label }) => label)
}
