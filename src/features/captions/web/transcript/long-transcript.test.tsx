import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

const WORDS = 3_000
/** Words of a list that is rendered as a whole. */
const SHORT = 400
/** Height of a row of one line. */
const ROW_PX = 38
const TEXT = Array.from({ length: WORDS }, (_, at) => `word${at}${at % 4 === 3 ? '.' : ''}`).join(' ')

test('renders only the rows around the screen of a long transcript', async () => {
  await start()
  await expect.element(word('word0', true)).toBeInTheDocument()
  expect(rows().length).toBeLessThan(150)
  expect(rows()[0]?.ariaSetSize).toBe(String(WORDS / 4))
})

test('renders the rows on the screen first, and all of a short list when the browser is idle', async () => {
  const idle = holdIdleMoments()
  await showEditor(new CaptionServer(documentOf(TEXT.split(' ').slice(0, SHORT).join(' '))))
  await expect.element(word('word0', true)).toBeInTheDocument()
  await expect.element(page.getByText('Saved')).toBeVisible()
  expect(rows().length * ROW_PX).toBeLessThan(innerHeight)
  expect(placesOnScreen().length).toBeLessThan(rows().length)
  idle.begin()
  await expect.poll(() => rows().length).toBe(SHORT / 4)
})

test('renders more rows at the first scroll, before the browser is idle', async () => {
  holdIdleMoments()
  await start()
  scroller().scrollTop = scroller().scrollHeight / 2
  await expect.poll(() => placesOnScreen().some((place) => place > 300 && place < 450)).toBe(true)
})

test('renders rows as they scroll into view', async () => {
  await start()
  scroller().scrollTop = scroller().scrollHeight / 2
  await expect.poll(() => placesOnScreen().some((place) => place > 300 && place < 450)).toBe(true)
  expect(rows().length).toBeLessThan(150)
  scroller().scrollTop = scroller().scrollHeight
  await expect.element(word(`word${WORDS - 1}.`, true)).toBeInTheDocument()
  scroller().scrollTop = 0
  await expect.poll(() => placesOnScreen()[0]).toBe(0)
})

test('keeps the selected row in view when the window becomes smaller', async () => {
  const { innerWidth: width, innerHeight: height } = globalThis
  onTestFinished(async () => page.viewport(width, height))
  await page.viewport(1_280, 900)
  await start()
  await expect.element(word('word0', true)).toBeInTheDocument()
  const last = placesOnScreen().at(-2) ?? 0
  await word(`word${4 * last}`, true).click()
  await page.viewport(1_280, 700)
  await expect.poll(() => isWholeOnScreen(last)).toBe(true)
  await page.viewport(1_280, 520)
  await expect.poll(() => isWholeOnScreen(last)).toBe(true)
})

test('Ctrl+End and Ctrl+Home go to the last word and back', async () => {
  await start()
  await word('word0', true).click()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.element(word(`word${WORDS - 1}.`, true)).toHaveFocus()
  await expect.poll(() => placesOnScreen().at(-1)).toBe(WORDS / 4 - 1)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(word(`word${WORDS - 9}.`, true)).toHaveFocus()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  await expect.element(word('word0', true)).toHaveFocus()
  await expect.poll(() => placesOnScreen()[0]).toBe(0)
})

test('keeps the focused word rendered and visible over 80 steps down', async () => {
  await start()
  await word('word0', true).click()
  await expect.poll(() => rows().length).toBeGreaterThan(0)
  expect(rows().length, 'rows that are rendered at first').toBeLessThan(80)
  await userEvent.keyboard('{ArrowDown}'.repeat(80))
  await expect.element(word('word320', true)).toHaveFocus()
  await expect.poll(() => placesOnScreen()).toContain(80)
})

test('keeps the focus on a selected word off screen, and applies keys to it', async () => {
  const server = await start()
  await word('word5', true).click()
  scroller().scrollTop = scroller().scrollHeight / 2
  await expect.poll(() => placesOnScreen().some((place) => place > 300)).toBe(true)
  await expect.element(word('word5', true)).toHaveFocus()
  await userEvent.keyboard('e')
  await sent(() => server.document.words[5]?.tags).toEqual(['keyword'])
})

test('keeps typed text in its field while scrolled off screen', async () => {
  const server = await start()
  await word('word5', true).click()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('kept')
  scroller().scrollTop = scroller().scrollHeight / 2
  await expect.poll(() => placesOnScreen().some((place) => place > 300)).toBe(true)
  await expect.element(page.getByRole('textbox', { name: 'Edit “word5”' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await sent(() => server.document.words[5]?.text).toBe('kept')
})

test('keeps the rows of a hidden transcript', async () => {
  await start()
  scroller().scrollTop = scroller().scrollHeight / 2
  await expect.poll(() => placesOnScreen().some((place) => place > 300)).toBe(true)
  scroller().style.display = 'none'
  await nextFrames()
  expect(rows().length).toBeGreaterThan(20)
  scroller().style.display = ''
  await expect.poll(() => placesOnScreen().length).toBeGreaterThan(3)
})

test('finds a match far away', async () => {
  await start()
  await userEvent.keyboard('{Control>}f{/Control}')
  await page.getByRole('textbox', { name: 'Find' }).fill('word2000')
  await expect.element(word('word2000', true)).toBeInTheDocument()
  await expect.poll(() => placesOnScreen()).toContain(500)
  await userEvent.keyboard('{Escape}')
  await expect.element(word('word2000', true)).toHaveFocus()
})

test('rerenders only the row of a corrected word', async () => {
  await start()
  await word('word5', true).click()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('other')
  const before = rows()
  const changed = new Set<Element>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest('li')
      if (row) changed.add(row)
    }
  })
  observer.observe(page.getByRole('list', { name: 'Transcript' }).element(), {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  await userEvent.keyboard('{Enter}')
  await expect.element(word('other', true)).toHaveFocus()
  observer.disconnect()
  expect([...changed].map((row) => row.getAttribute('data-row'))).toEqual(['1'])
  expect(rows()).toEqual(before)
})

async function start(): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf(TEXT))
  await showEditor(server)
  await expect.element(word('word0', true)).toBeInTheDocument()
  return server
}

/** Lets the browser seem busy until `begin` is called. */
function holdIdleMoments(): { begin(): void } {
  const held: IdleRequestCallback[] = []
  const { requestIdleCallback } = globalThis
  const begin = () => {
    globalThis.requestIdleCallback = requestIdleCallback
    for (const callback of held.splice(0)) requestIdleCallback(callback)
  }
  globalThis.requestIdleCallback = (callback) => held.push(callback)
  onTestFinished(begin)
  return { begin }
}

/** Waits two frames: a change observed in one is rendered in the next. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('li[data-cue]')]
}

function scroller(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[data-scrolls]')
  if (element === null) throw new Error('no transcript')
  return element
}

/** The indexes of the visible rows. */
function placesOnScreen(): number[] {
  const view = scroller().getBoundingClientRect()
  return rows()
    .filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > view.top && top < view.bottom
    })
    .map((row) => Number(row.dataset['row']))
}

function isWholeOnScreen(place: number): boolean {
  const view = scroller().getBoundingClientRect()
  const row = rows()
    .find(({ dataset }) => Number(dataset['row']) === place)
    ?.getBoundingClientRect()
  return row !== undefined && row.top >= view.top && row.bottom <= view.bottom
}
