import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { eventually, sent, showEditor, word } from '../../../../../tests/support/editor.tsx'
import type { Command } from '../../model/index.ts'

afterEach(() => localStorage.clear())

const toggle = () => page.getByRole('button', { name: 'Suggest edits' })
const panel = () => page.getByRole('region', { name: 'Suggestions' })
const setText = (id: string, text: string): Command => ({ type: 'setWordText', id, text })

test('an edit in suggest mode is shown with what it replaces, and waits outside the captions', async () => {
  const server = await open('one two three')
  await toggle().click()
  await expect.element(page.getByRole('region', { name: 'Suggesting' })).toBeVisible()
  await correct('two', 'zwei')
  await sent(() => waiting(server)).toEqual(['Change a word to “zwei”'])
  await expect.element(word('zwei')).toHaveAttribute('data-suggested', 'changed')
  await expect.element(page.getByRole('deletion').getByText('two').first()).toBeVisible()
  expect(server.text()).toBe('one two three')

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.element(word('two')).toHaveAttribute('data-suggested', 'waiting')
  await expect.element(page.getByRole('region', { name: 'Suggesting' })).not.toBeInTheDocument()
  await correct('three', 'drei')
  await sent(server.text).toBe('one two drei')
})

test('undo withdraws the last suggestion, and redo suggests it again', async () => {
  const server = await open('one two three')
  await toggle().click()
  await correct('two', 'zwei')
  await sent(() => waiting(server)).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(word('two')).toBeVisible()
  await eventually(() => waiting(server)).toEqual([])
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.element(word('zwei')).toBeVisible()
  await sent(() => waiting(server)).toHaveLength(1)
})

test('the mode and the suggestions return with the page, also those that were not sent', async () => {
  const server = new CaptionServer(documentOf('one two three'))
  const first = await showEditor(server)
  await toggle().click()
  await correct('two', 'zwei')
  await sent(() => waiting(server)).toHaveLength(1)
  server.online = false
  await correct('three', 'drei')
  await first.unmount()
  server.online = true
  expect(await waiting(server), 'one never left this browser').toHaveLength(1)
  await showEditor(server)
  await expect.element(page.getByRole('region', { name: 'Suggesting' })).toBeVisible()
  await expect.element(word('zwei')).toBeVisible()
  await expect.element(word('drei')).toBeVisible()
  await sent(() => waiting(server)).toHaveLength(2)
  expect(server.text()).toBe('one two three')
})

test('accepts a suggestion of somebody else, which becomes an edit', async () => {
  const server = await open('one two three')
  server.suggestElsewhere([setText('w2', 'zwei')])
  await expect.element(word('two')).toHaveAttribute('data-suggested', 'waiting')
  await page.getByRole('tab', { name: 'Suggestions (1)' }).click()
  await panel().getByRole('button', { name: 'Show' }).click()
  await expect.element(word('two')).toHaveAttribute('aria-pressed', 'true')
  await panel().getByRole('button', { name: 'Accept', exact: true }).click()
  await expect.element(word('zwei')).toBeVisible()
  await expect.element(panel().getByText('No suggestions waiting')).toBeVisible()
  await expect.element(panel().getByText('Accepted', { exact: true })).toBeVisible()
  expect(document.activeElement).toBe(panel().element())
})

test('accepts all that fit, and says what the captions say instead', async () => {
  const server = await open('one two three')
  server.suggestElsewhere([setText('w1', 'eins')])
  server.suggestElsewhere([setText('w3', 'drei')])
  server.changeElsewhere([setText('w3', 'THREE')])
  await page.getByRole('tab', { name: 'Suggestions (2)' }).click()
  await expect.element(panel().getByText('The captions now say “THREE”.')).toBeVisible()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await expect.element(page.getByText(/Accepted 1 of 2 suggestions/)).toBeVisible()
  await expect.element(panel().getByText('No longer fits', { exact: true })).toBeVisible()
  await eventually(server.text).toBe('eins two THREE')
  await page.getByRole('button', { name: 'Decline all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline all' }).click()
  await expect.element(panel().getByText('No suggestions waiting')).toBeVisible()
})

test('a suggestion stays over others’ edits, and leaves when it is declined', async () => {
  const server = await open('one two three')
  await toggle().click()
  await correct('two', 'zwei')
  await sent(() => waiting(server)).toHaveLength(1)
  server.changeElsewhere([setText('w1', 'ONE')])
  await expect.element(word('ONE')).toBeVisible()
  await expect.element(word('zwei')).toBeVisible()
  const { waiting: list } = await server.suggestions()
  await server.declineSuggestions({ ids: list.map(({ id }) => id) })
  await expect.element(word('two')).toBeVisible()
})

test('a viewer sees suggestions and decides nothing', async () => {
  const server = new CaptionServer(documentOf('one two three'))
  server.access = 'viewer'
  await showEditor(server)
  server.suggestElsewhere([setText('w2', 'zwei')])
  await page.getByRole('tab', { name: 'Suggestions (1)' }).click()
  await expect.element(panel().getByRole('button', { name: 'Show' })).toBeVisible()
  expect(panel().getByRole('button', { name: 'Accept' }).elements()).toEqual([])
  expect(toggle().elements()).toEqual([])
})

async function open(said: string): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf(said))
  await showEditor(server)
  await expect.element(toggle()).toBeEnabled()
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
