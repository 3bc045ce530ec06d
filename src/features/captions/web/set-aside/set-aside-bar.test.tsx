import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'
import type { SetAside } from './put-back.ts'

const aside = () => page.getByRole('region', { name: 'Set aside' })

test('adds a passage at the playhead in one step, which undo takes back', async () => {
  const server = await start()
  await expect.element(aside().getByText('2 passages are set aside')).toBeVisible()
  await aside().getByRole('button', { name: 'Show' }).click()
  await aside()
    .getByRole('button', { name: /^Go to 0:01\.2/ })
    .click()
  await aside().getByRole('button', { name: 'Add “not one” at the playhead' }).click()
  await expect.element(aside().getByText('1 passage is set aside')).toBeVisible()
  await sent(() => server.text()).toBe('never lose a word not one again.')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.element(aside().getByText('2 passages are set aside')).toBeVisible()
  await sent(() => server.text()).toBe('never lose a word again.')
})

test('puts a passage back where it stood in one step, which undo takes back', async () => {
  const server = await start()
  await aside().getByRole('button', { name: 'Show' }).click()
  await aside().getByRole('button', { name: 'Put back here: “not one”' }).click()
  await expect.element(aside().getByText('1 passage is set aside')).toBeVisible()
  await sent(() => server.text()).toBe('never lose a word not one again.')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.element(aside().getByText('2 passages are set aside')).toBeVisible()
  await sent(() => server.text()).toBe('never lose a word again.')
})

test('puts all passages back in one step', async () => {
  const server = await start()
  await aside().getByRole('button', { name: 'Show' }).click()
  await aside().getByRole('button', { name: 'Put all back' }).click()
  await expect.element(aside()).not.toBeInTheDocument()
  await sent(() => server.text()).toBe('never lose a word not one again. thank you')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.element(aside().getByText('2 passages are set aside')).toBeVisible()
})

test('lists what is said but not in the script, and adds it with its times', async () => {
  const times: SetAside['wordTimes'] = [
    [0, 90],
    [100, 190],
  ]
  const heard: SetAside = { id: 'h1', t: 2_000, text: 'at all', why: 'not-in-script', wordTimes: times }
  const server = await start('owner', [heard])
  const said = page.getByRole('region', { name: 'Not in your script' })
  await expect.element(said.getByText('1 passage is said but not in your script')).toBeVisible()
  await said.getByRole('button', { name: 'Show' }).click()
  await expect.element(said.getByRole('button', { name: 'Play “at all”' })).toBeVisible()
  await said.getByRole('button', { name: 'Add here: “at all”' }).click()
  await expect.element(said).not.toBeInTheDocument()
  await sent(() => server.document.words.find((each) => each.text === 'all')?.t0).toBe(2_100)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.element(said.getByText('1 passage is said but not in your script')).toBeVisible()
})

test('drops a passage, or all of them', async () => {
  const server = await start()
  await aside().getByRole('button', { name: 'Show' }).click()
  await expect.element(aside().getByText('Not in this cut')).toBeVisible()
  await aside().getByRole('button', { name: 'Drop “not one”' }).click()
  await sent(() => server.document.setAside?.map(({ id }) => id)).toEqual(['s2'])
  await aside().getByRole('button', { name: 'Drop all' }).click()
  await expect.element(aside()).not.toBeInTheDocument()
  await sent(() => server.document.setAside).toBeUndefined()
})

test('is hidden from viewers', async () => {
  await start('viewer')
  await expect.element(aside()).not.toBeInTheDocument()
})

async function start(access: CaptionServer['access'] = 'owner', more: readonly SetAside[] = []) {
  localStorage.clear()
  const doc = documentOf('never lose a word again.')
  const server = new CaptionServer({
    ...doc,
    setAside: [
      { id: 's1', t: 1_200, text: 'not one', why: 'not-in-cut' },
      { id: 's2', t: 1_500, text: 'thank you', why: 'not-spoken' },
      ...more,
    ],
  })
  server.access = access
  await showEditor(server)
  await expect.element(word('lose')).toBeVisible()
  return server
}
