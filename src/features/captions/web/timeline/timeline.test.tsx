import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { editorOf, sent, showEditor, word } from '../../../../../tests/support/editor.tsx'
import { INITIAL_MS_PER_PX } from './viewport.ts'

const DESKTOP = { width: 1_280, height: 720 }
/** A video before its media are prepared. */
const UNPREPARED = { assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null }, probe: null }
/** The zoom of a newly opened timeline; the clip of 5 s is shorter than the window, so it fills it. */
const msPerPx = () => 5_000 / lane('words').getBoundingClientRect().width

afterEach(async () => {
  localStorage.clear()
  await page.viewport(DESKTOP.width, DESKTOP.height)
})

test('a dragged word changes its time once, and undo restores it', async () => {
  const { server } = await start()
  await dragWord({ fromMs: 1_350, toMs: 1_650 })
  await expect.poll(() => startOf(server, 'w5')).toBeCloseTo(1_500, -1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await sent(() => startOf(server, 'w5')).toBe(1_200)
})

test('ripple moves the words after it along', async () => {
  const { server } = await start()
  await page.getByRole('button', { name: 'Ripple' }).click()
  await dragWord({ fromMs: 450, toMs: 750 })
  await sent(() => startOf(server, 'w2')).toBeCloseTo(600, -1)
  expect(startOf(server, 'w5')).toBeCloseTo(1_500, -1)
})

test('a click selects the same word in the transcript and goes there', async () => {
  await start()
  await userEvent.click(lane('words'), { position: { x: 750 / msPerPx(), y: 10 } })
  await expect.element(word('a', true)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('slider', { name: 'Position', exact: true })).toHaveValue('600')
})

test('keys move the selection, nudge words and announce the new time', async () => {
  const { server } = await start()
  list().focus()
  await userEvent.keyboard('{ArrowRight}{End}{Alt>}{ArrowRight}{/Alt}')
  await expect.element(page.getByRole('status', { name: 'Timeline' })).toHaveTextContent('“again.” starts at 1.21 s')
  await sent(() => startOf(server, 'w5')).toBe(1_210)
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
  await sent(() => startOf(server, 'w5')).toBe(1_243)
})

test('the start and the end of the selected word are sliders with their times', async () => {
  const { server } = await start()
  list().focus()
  await userEvent.keyboard('{ArrowRight}{End}')
  const first = page.getByRole('slider', { name: 'Start of “again.”' })
  await expect.element(first).toBeVisible()
  await userEvent.tab()
  await expect.element(first).toHaveFocus()
  await expect.element(first).toHaveAttribute('aria-valuetext', '“again.” starts at 1.2 s')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  const last = page.getByRole('slider', { name: 'End of “again.”' })
  await expect.element(last).toHaveAttribute('aria-valuetext', '“again.” ends at 1.51 s')
  await sent(() => server.document.words[4]?.t1).toBe(1_510)
})

test.each([DESKTOP.width, 1_024])(
  'its tools have words where there is room for all of them, at %i px',
  async (width) => {
    await page.viewport(width, DESKTOP.height)
    await start()
    const bar = page.getByRole('toolbar', { name: 'Timeline' })
    for (const word of ['Ripple', 'Roll', 'Snap', 'Follow', 'Zoom out', 'Zoom in', 'Whole video'])
      await expect.element(bar.getByText(word, { exact: true }).first()).toBeVisible()
    expect(bar.element().scrollWidth).toBeLessThanOrEqual(bar.element().clientWidth)
  },
)

test('its tools are icons on a phone', async () => {
  await page.viewport(390, 844)
  await showEditor(new CaptionServer(documentOf('never lose a word again.')))
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const bar = page.getByRole('toolbar', { name: 'Timeline' })
  await expect.element(bar.getByRole('button', { name: 'Ripple' })).toBeVisible()
  await expect.element(bar.getByText('Whole video', { exact: true })).not.toBeVisible()
  expect(bar.element().scrollWidth).toBeLessThanOrEqual(bar.element().clientWidth)
})

test('a word too narrow for the marks of its handles shows its colour', async () => {
  await start('never lose a word again. '.repeat(40))
  list().focus()
  await userEvent.keyboard('{Home}')
  const handle = page.getByRole('slider', { name: 'Start of “never”' })
  await expect.element(handle).toBeVisible()
  const mark = () => getComputedStyle(handle.element().firstElementChild ?? handle.element()).opacity
  expect(mark()).toBe('1')
  for (let n = 0; n < 4; n += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(mark).toBe('0')
})

test('lists the words around the selected one for screen readers, with times and position', async () => {
  await start()
  list().focus()
  await userEvent.keyboard('{ArrowRight}{End}')
  const option = page.getByRole('listbox', { name: 'Words on the timeline' }).getByRole('option', { selected: true })
  await expect.element(option).toHaveTextContent('“again.”, 1.2 s to 1.5 s, caption 1')
  await expect.element(option).toHaveAttribute('aria-posinset', '5')
  expect(list().getAttribute('aria-activedescendant')).toBe(option.element().id)
})

test('hides and shows on request, and remembers it', async () => {
  const { unmount, server } = await start()
  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect.element(page.getByRole('region', { name: 'Timeline' })).not.toBeInTheDocument()
  await unmount()
  await showEditor(server)
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  await expect.element(page.getByRole('separator', { name: 'Resize the timeline' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
})

test('is a tab on a phone', async () => {
  await page.viewport(390, 844)
  await showEditor(new CaptionServer(documentOf('never lose a word again.')))
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('opens at the playhead on a phone, however late that is', async () => {
  await page.viewport(390, 844)
  await showEditor(new CaptionServer(documentOf('never lose a word again.')))
  await page.getByRole('slider', { name: 'Position', exact: true }).fill('4000')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await drawn()
  const scroller = lane('words').closest('.overflow-x-auto')
  await expect.poll(() => scroller?.scrollLeft).toBe(5_000 / INITIAL_MS_PER_PX.finger - 390)
})

test('a finger that rests where a handle is about to leave picks the word below it', async () => {
  await page.viewport(390, 844)
  await showEditor(new CaptionServer(documentOf('never lose a word again.')))
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const handle = page.getByRole('slider', { name: 'End of “a”' })
  await drawn()
  for (const type of ['down', 'up'] as const) touch(type, lane('words'), 750)
  await expect.element(handle).toBeVisible()
  // In one task, so that nothing is painted between the tap and the next finger.
  const before = handle.element()
  for (const type of ['down', 'up'] as const) touch(type, lane('words'), 1_350)
  touch('down', before, 1_000)
  await expect
    .element(page.getByRole('option', { selected: true }))
    .toHaveTextContent('“word”, 0.9 s to 1.2 s, caption 1')
  touch('up', before, 1_000)
})

test('a finger that rests while more of the video is prepared still picks the word below it', async () => {
  await page.viewport(390, 844)
  const server = new CaptionServer(documentOf('never lose a word again.'))
  const { rerender } = await showEditor(server, { timeline: { id: 'p', ...UNPREPARED } })
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await drawn()
  touch('down', lane('words'), 750)
  await rerender(editorOf(server, { timeline: { id: 'q', ...UNPREPARED } }))
  await expect.element(page.getByRole('slider', { name: 'Start of “a”' })).toBeVisible()
  touch('up', lane('words'), 750)
})

/** A finger on the timeline of a phone, at a time of the video. */
function touch(type: 'down' | 'up', target: Element, tMs: number): void {
  const clientX = lane('words').getBoundingClientRect().left + tMs / INITIAL_MS_PER_PX.finger
  const finger = { pointerId: 7, pointerType: 'touch', clientX, bubbles: true }
  target.dispatchEvent(new PointerEvent(`pointer${type}`, finger))
}

async function dragWord({ fromMs, toMs }: { fromMs: number; toMs: number }): Promise<void> {
  const canvas = lane('words')
  await userEvent.keyboard('{Shift>}')
  await userEvent.dragAndDrop(canvas, canvas, {
    sourcePosition: { x: fromMs / msPerPx(), y: 12 },
    targetPosition: { x: toMs / msPerPx(), y: 12 },
  })
  await userEvent.keyboard('{/Shift}')
}

function lane(name: string): HTMLCanvasElement {
  const canvas = document.querySelector<HTMLCanvasElement>(`canvas[data-lane=${name}]`)
  if (canvas === null) throw new Error(`no lane ${name}`)
  return canvas
}

/** Waits until the lanes are drawn, by which time they listen too: a new canvas has a width of its own. */
async function drawn(): Promise<void> {
  // The timeline comes with code of its own.
  await expect.element(page.getByRole('listbox', { name: 'Words on the timeline' })).toBeInTheDocument()
  await expect.poll(() => lane('words').width).toBe(Math.round(lane('words').clientWidth * devicePixelRatio))
}

function list(): HTMLElement {
  const element = page.getByRole('listbox', { name: 'Words on the timeline' }).element()
  if (!(element instanceof HTMLElement)) throw new Error('no list')
  return element
}

function startOf(server: CaptionServer, id: string): number {
  return server.document.words.find((each) => each.id === id)?.t0 ?? Number.NaN
}

/** The editor of five words of 300 ms, with its timeline. */
async function start(said = 'never lose a word again.') {
  const server = new CaptionServer(documentOf(said))
  const { unmount } = await showEditor(server)
  await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await drawn()
  return { server, unmount }
}
