import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
  const recognised: SetAside = { id: 'h1', t: 2_000, text: 'at all', why: 'not-in-script', wordTimes: times }
  const server = await start('owner', [recognised])
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

const otherwise = () => page.getByRole('region', { name: 'Said differently' })

test.each([
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
])('takes what was recognised or keeps the script, by keyboard, in one step each, at $width px', async (size) => {
  await page.viewport(size.width, size.height)
  const server = await start('owner', DIFFERENCES)
  await expect.element(otherwise().getByText('2 passages differ from your script')).toBeVisible()
  await otherwise().getByRole('button', { name: 'Show' }).click()
  await expect.element(otherwise().getByText('never lose')).toBeVisible()
  await otherwise().getByRole('button', { name: 'Accept what was heard: “always keep”' }).click()
  await expect.element(otherwise().getByText('1 passage differs from your script')).toBeVisible()
  await sent(() => server.text()).toBe('always keep a word again.')
  expect(server.document.words.slice(0, 2).map(({ t0, t1 }) => [t0, t1])).toEqual([
    [100, 290],
    [300, 480],
  ])
  await expect.element(otherwise().getByRole('button', { name: 'Accept what was heard: “now”' })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
  await expect.element(otherwise()).not.toBeInTheDocument()
  await sent(() => server.text()).toBe('always keep a word again.')
  expect(server.document.words.at(-1)).toMatchObject({ t0: 1_210, t1: 1_490 })
  await expect.element(word('again.')).toHaveFocus()
  for (const left of ['1 passage differs', '2 passages differ']) {
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.element(otherwise().getByText(`${left} from your script`)).toBeVisible()
  }
  await sent(() => server.text()).toBe('never lose a word again.')
})

test('settles all differences in one step', async () => {
  const server = await start('owner', DIFFERENCES)
  await otherwise().getByRole('button', { name: 'Show' }).click()
  await otherwise().getByRole('button', { name: 'Accept all' }).click()
  await expect.element(otherwise()).not.toBeInTheDocument()
  await sent(() => server.text()).toBe('always keep a word now')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.element(otherwise().getByText('2 passages differ from your script')).toBeVisible()
  await sent(() => server.text()).toBe('never lose a word again.')
})

test('what is said differently is only recognised once the words of the script are gone', async () => {
  await start('owner', DIFFERENCES.slice(1))
  await expect.element(otherwise().getByText('1 passage differs from your script')).toBeVisible()
  await word('again.').click()
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByText('1 passage is said but not in your script')).toBeVisible()
  await expect.element(otherwise()).not.toBeInTheDocument()
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

const DIFFERENCES: readonly SetAside[] = [
  {
    id: 'd1',
    t: 100,
    text: 'always keep',
    why: 'not-in-script',
    wordTimes: [
      [0, 190],
      [200, 380],
    ],
    insteadOf: { text: 'never lose', words: ['w1', 'w2'] },
  },
  {
    id: 'd2',
    t: 1_210,
    text: 'now',
    why: 'not-in-script',
    wordTimes: [[0, 280]],
    insteadOf: { text: 'again.', words: ['w5'] },
  },
]

async function start(access: CaptionServer['access'] = 'owner', more: readonly SetAside[] = []) {
  localStorage.clear()
  const doc = documentOf('never lose a word again.')
  const server = new CaptionServer({
    ...doc,
    // Words that stand for what is said differently are placed by guess.
    words: doc.words.map((each) =>
      more.some(({ insteadOf }) => insteadOf?.words.includes(each.id))
        ? { ...each, timing: 'interpolated' as const }
        : each,
    ),
    setAside: [
      { id: 's1', t: 1_200, text: 'not one', why: 'not-in-cut' as const },
      { id: 's2', t: 1_500, text: 'thank you', why: 'not-spoken' as const },
      ...more,
    ].toSorted((a, b) => a.t - b.t),
  })
  server.access = access
  await showEditor(server)
  await expect.element(word('lose')).toBeVisible()
  return server
}
