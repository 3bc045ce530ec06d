import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { eventually, sent, showEditor, word } from '../../../../../tests/support/editor.tsx'
import { AppError } from '#platform/shared/errors.ts'
import { restTime } from '../../model/index.ts'
import type { PlayerClock } from '../playback/player.ts'

afterEach(async () => {
  localStorage.clear()
  await page.viewport(1_280, 720)
})

const history = page.getByRole('region', { name: 'History' })
const banner = page.getByText(/^You are viewing the version of/)

test('lists sessions with their author and edits, and reads older pages on demand', async () => {
  const server = await start()
  // Three pages of one session, which stays one row.
  const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  for (const text of texts) server.changeElsewhere([{ type: 'setWordText', id: 'w1', text }])
  await openHistory()
  await expect.element(history.getByRole('button', { name: /Ana.*8 edits/ })).toBeVisible()
  await history.getByRole('button', { name: 'Show the single edits' }).click()
  for (const text of texts)
    await expect
      .element(history.getByRole('button', { name: new RegExp(`^Change a word to “${text}” [0-9:]+$`) }))
      .toBeVisible()
  await expect.element(history.getByRole('button', { name: /First version/ })).toBeVisible()
})

test('adds an edit to the history when it is saved', async () => {
  const server = await start()
  await openHistory()
  await expect.element(history.getByText('No edits yet')).not.toBeInTheDocument()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'one' }])
  await expect.element(history.getByRole('button', { name: /Change a word to “one”.*Ana.*Now/ })).toBeVisible()
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w5'] }])
  await expect.element(history.getByRole('button', { name: /delete a word.*2 edits.*Now/ })).toBeVisible()
})

test('shows the single edits of a session on while it grows, until they are hidden', async () => {
  const server = await start()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'one' }])
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'two' }])
  await openHistory()
  await history.getByRole('button', { name: 'Show the single edits' }).click()
  const edit = (text: string) =>
    history.getByRole('button', { name: new RegExp(`^Change a word to “${text}” [0-9:]+$`) })
  await expect.element(edit('one')).toBeVisible()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'three' }])
  await expect.element(history.getByRole('button', { name: /Ana.*3 edits/ })).toBeVisible()
  await expect.element(edit('three')).toBeVisible()
  await expect.element(edit('one')).toBeVisible()
  await history.getByRole('button', { name: 'Hide the single edits' }).click()
  await expect.element(edit('three')).not.toBeInTheDocument()
})

test('shows a past version read-only while the present captions go on', async () => {
  const server = await start()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  await expect.element(word('always')).toBeVisible()
  await openHistory()
  await history.getByRole('button', { name: /First version/ }).click()
  await expect.element(banner).toBeVisible()
  await expect.element(word('never')).toBeVisible()
  await word('never').dblClick()
  await userEvent.keyboard('{Backspace}{Control>}z{/Control}')
  await expect.element(word('never')).toBeVisible()
  server.changeElsewhere([{ type: 'setWordText', id: 'w2', text: 'miss' }])
  await expect.element(page.getByText('2 words changed')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Style' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect.element(word('always')).toBeVisible()
  await expect.element(word('miss')).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
  expect(server.text()).toBe('always miss a word again.')
})

test('compares a version with the present word by word', async () => {
  const server = await start()
  server.changeElsewhere([
    { type: 'setWordText', id: 'w1', text: 'always' },
    { type: 'deleteWords', ids: ['w3'] },
    { type: 'insertWords', after: 'w5', words: [{ id: 'n1', text: 'Ever' }] },
    { type: 'retimeWords', words: [{ id: 'w2', t0: 340, t1: 600 }] },
  ])
  await openHistory()
  await history.getByRole('button', { name: /First version/ }).click()
  const changes = page.getByRole('list', { name: 'Changed words' })
  await expect.element(changes).toBeVisible()
  const marks = (tag: string) => [...changes.element().querySelectorAll(tag)].map(({ textContent }) => textContent)
  expect(marks('del')).toEqual(['never', 'a'])
  expect(marks('ins')).toEqual(['always', 'Ever'])
  await expect.element(changes.getByText('+40 ms')).toBeVisible()
  for (const text of ['1 word added', '1 word removed', '1 word changed', '1 word retimed'])
    await expect.element(page.getByText(text)).toBeVisible()
  await changes
    .getByRole('button', { name: /^Go to/ })
    .first()
    .click()
  await expect.element(word('never')).toHaveAttribute('aria-pressed', 'true')
})

test('a change of a version leads to its word, drawn at rest', async () => {
  let clock: PlayerClock | undefined
  const server = await start({
    preview: (slot) => {
      clock = slot.clock
      return null
    },
  })
  const [, , third] = server.document.words
  server.changeElsewhere([{ type: 'setWordText', id: 'w3', text: 'the' }])
  await openHistory()
  await history.getByRole('button', { name: /First version/ }).click()
  await page.getByRole('list', { name: 'Changed words' }).getByRole('button', { name: 'Go to 0:00.6' }).click()
  await expect.element(word('a', true)).toHaveAttribute('aria-pressed', 'true')
  expect(Math.round(clock?.nowMs() ?? 0)).toBe(third && restTime(server.document, third))
})

test('restores a version as one edit that undo takes back', async () => {
  const server = await start()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w3', 'w4'] }])
  await openHistory()
  await history.getByRole('button', { name: /First version/ }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await sent(() => server.text()).toBe('never lose a word again.')
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(page.getByText(/Restored the version of .* Undo brings back what you had/)).toBeVisible()
  await expect.element(history.getByRole('button', { name: /Restore an earlier version.*Now/ })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => server.text()).toBe('always lose again.')
})

test('names the current version, finds it among the named ones, and renames it', async () => {
  const server = await start()
  await word('never').click()
  await userEvent.keyboard('{Backspace}')
  await openHistory()
  await page.getByRole('button', { name: 'Name the current version' }).click()
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect.element(page.getByText('Enter a name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('First cut')
  await userEvent.keyboard('{Enter}')
  await expect.element(history.getByRole('button', { name: /First cut/ })).toBeVisible()
  expect(server.text(), 'saved before it was named').toBe('lose a word again.')
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w5'] }])
  await history.getByText('Named', { exact: true }).click()
  await history.getByRole('button', { name: /First cut/ }).click()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Final cut')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Final cut' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove name' }).click()
  await expect.element(page.getByRole('button', { name: 'Name this version' })).toBeVisible()
})

test('lets a viewer look at versions, but neither name nor restore them', async () => {
  const server = await start({ access: 'viewer' })
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  await openHistory()
  await history.getByRole('button', { name: /First version/ }).click()
  await expect.element(banner).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back to now' })).toBeVisible()
  for (const name of ['Restore', 'Name this version', 'Name the current version'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('explains a version that is no longer stored, and a history that cannot be loaded', async () => {
  const server = await start()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  server.forget()
  await openHistory()
  await history.getByRole('button', { name: /First version/ }).click()
  await expect.element(page.getByText('This version is no longer stored.', { exact: false })).toBeVisible()
  await expect.element(word('always')).toBeVisible()
  await page.getByRole('button', { name: 'All versions' }).click()
  await expect.element(history.getByRole('button', { name: /First version/ })).toBeVisible()
})

test('offers to try again when the history cannot be loaded', async () => {
  const server = await start()
  server.refuses = new AppError('forbidden', 'You can no longer open this video.')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect.element(page.getByText('The history could not be loaded')).toBeVisible()
  server.refuses = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(history.getByRole('button', { name: /First version/ })).toBeVisible()
})

test('shows history and transcript of a version in tabs on a phone', async () => {
  await page.viewport(390, 844)
  const server = await start()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  await openHistory()
  await history.getByRole('button', { name: /First version/ }).click()
  await expect.element(banner).toBeVisible()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect.element(word('never')).toBeVisible()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect.element(word('always')).toBeVisible()
  await eventually(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

async function openHistory() {
  await page.getByRole('tab', { name: 'History' }).click()
  await expect.element(history).toBeVisible()
}

type Start = Parameters<typeof showEditor>[1] & { readonly access?: CaptionServer['access'] }

async function start({ access = 'owner', ...slots }: Start = {}) {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.access = access
  await showEditor(server, slots)
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Transcript' })).toBeVisible()
  return server
}
