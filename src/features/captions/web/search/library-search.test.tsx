import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { FoundVideo } from '../../model/search/search-contract.ts'
import { LibrarySearch } from './library-search.tsx'

const ID = '0b7e4a8e-1c3f-4d55-9b1e-2f6a7c8d9e01'

test('shows titles and sentences with their matches in place of the videos', async () => {
  const { calls } = await open({ 'captions/search': { videos: [VIDEO], hasMore: false } })
  await field().fill('knife')
  await expect
    .element(page.getByRole('region', { name: 'Results' }).getByRole('status'))
    .toHaveTextContent('1 video found')
  await expect.element(page.getByText('All my videos')).not.toBeVisible()
  expect(calls).toEqual([{ name: 'captions/search', input: { json: { query: 'knife' } } }])
  const sentence = page.getByRole('link', { name: 'At 1:23 Today we cut a knife.' })
  await expect.element(sentence).toHaveAttribute('href', `/projects/${ID}?t=83250`)
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Knives', 'knife'])
  await expect.element(page.getByText('By Ada')).toBeVisible()
})

test('searches once after a pause in typing', async () => {
  const { calls } = await open({ 'captions/search': { videos: [], hasMore: false } })
  typeAtOnce('abcdef')
  await expect.element(page.getByText('Nothing found')).toBeVisible()
  expect(calls.map(({ input }) => input)).toEqual([{ json: { query: 'abcdef' } }])
})

test('slash focuses the field, and Escape clears the search', async () => {
  await open({ 'captions/search': { videos: [VIDEO], hasMore: false } })
  await userEvent.keyboard('/')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('kn/ife')
  await expect.element(field()).toHaveValue('kn/ife')
  await expect.element(page.getByRole('link', { name: 'Knives' })).toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}{Escape}')
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue('')
  await expect.element(page.getByText('All my videos')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Knives' })).not.toBeInTheDocument()
})

test('keeps the search in the address, and opens with it', async () => {
  await open({ 'captions/search': { videos: [VIDEO], hasMore: true } }, '/upload?sort=name&q=knife')
  await expect.element(page.getByText('The first 1 video. Type more words to see others.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload?sort=name')
  await field().fill('rye bread')
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload?sort=name&q=rye+bread')
})

test('says while it searches, and offers another try after a refusal', async () => {
  let answer: unknown = refusal(429, 'too_many_requests', 'Too many searches. Wait a minute, then try again.')
  const waiting = Promise.withResolvers<unknown>()
  const answers = [waiting.promise]
  await open({ 'captions/search': () => answers.shift() ?? answer })
  await field().fill('knife')
  await expect.element(page.getByRole('region', { name: 'Results' }).getByRole('status')).toHaveTextContent('Searching')
  waiting.resolve(answer)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Too many searches. Wait a minute, then try again.')
  answer = { videos: [VIDEO], hasMore: false }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: 'Knives' })).toBeVisible()
})

test('an empty library has no field, unless the address searches', async () => {
  await open({}, '/upload', true)
  await expect.element(page.getByText('All my videos')).toBeVisible()
  await expect.element(field()).not.toBeInTheDocument()
  await open({ 'captions/search': { videos: [], hasMore: false } }, '/upload?q=knife', true)
  await expect.element(field()).toHaveValue('knife')
})

async function open(answers: Readonly<Record<string, unknown>>, path = '/upload', isEmpty = false) {
  const asked = answerRequests(answers)
  await render(
    <Site path={path}>
      <LibrarySearch isEmpty={isEmpty}>
        <p>All my videos</p>
      </LibrarySearch>
    </Site>,
  )
  return asked
}

function field() {
  return page.getByRole('textbox', { name: 'Search titles and what is said' })
}

/** Types without a pause, however slow the machine is. */
function typeAtOnce(text: string) {
  const input = field().element()
  if (!(input instanceof HTMLInputElement)) throw new Error('no field')
  for (const letter of text) {
    input.setRangeText(letter, input.value.length, input.value.length, 'end')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

const VIDEO: FoundVideo = {
  projectId: ID,
  title: 'Knives',
  titleMatches: [{ from: 0, to: 6 }],
  poster: null,
  ownerName: 'Ada',
  sentences: [{ text: 'Today we cut a knife.', matches: [{ from: 15, to: 20 }], timeMs: 83_250 }],
}
