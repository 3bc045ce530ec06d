import type { Locator, Page } from '@playwright/test'
import { type CaptionDocument, cueSpan, cuesOf } from '#features/captions/model/index.ts'
import { expectSaved, savedDocument } from './editor.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { openCaptioned } from './sample.ts'
import { boxOf, createFingers, middleOf } from './touch.ts'

/** A change that is large enough to see at every zoom of these journeys, px. */
const DRAG_PX = 24
/** A gap that is wide enough to show its length, px. */
const GAP_PX = 80
/** The first word of the last caption of these journeys, of eight words. */
const FIRST_OF_LAST = 4

test('drags a word and its edge, undoes both, and zooms by keys', async ({ page, sample }) => {
  const transcript = await openCaptioned(page, sample)
  await transcript.locator('[data-word]').nth(2).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const end = timeline.getByRole('slider', { name: /^End of / })
  const before = await valueOf(end)

  await test.step('drags the end of the word', async () => {
    await dragBy(page, await edgeOf(end), -DRAG_PX)
    await expect.poll(() => valueOf(end)).toBeLessThan(before)
    await expectSaved(page)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => valueOf(end)).toBe(before)
  })

  await test.step('moves the word and the words after it', async () => {
    await timeline.getByRole('button', { name: 'Ripple' }).click()
    const [left, right] = [await edgeOf(timeline.getByRole('slider', { name: /^Start of / })), await edgeOf(end)]
    await page.mouse.move((left.x + right.x) / 2, left.y)
    await page.mouse.down()
    await page.mouse.move((left.x + right.x) / 2 + DRAG_PX, left.y, { steps: 4 })
    // Drawing is cheap; a changed element lays out or layers the page again in every frame of a drag.
    const changed = await watchElements(timeline)
    for (const by of [1, 2, 3, 4]) await page.mouse.move((left.x + right.x) / 2 + DRAG_PX + by, left.y)
    expect(await changed()).toEqual([])
    await page.mouse.up()
    await expect.poll(() => valueOf(end)).toBeGreaterThan(before)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => valueOf(end)).toBe(before)
  })

  await test.step('Escape cancels a drag', async () => {
    const { x, y } = await edgeOf(end)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - DRAG_PX, y, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await valueOf(end)).toBe(before)
  })

  await test.step('zooms in and out by keys', async () => {
    const width = async () =>
      (await middleOf(end)).x - (await middleOf(timeline.getByRole('slider', { name: /^Start/ }))).x
    const narrow = await width()
    await page.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(narrow * 1.15)
    await page.keyboard.press('0')
    await expect.poll(width).toBeCloseTo(narrow, 0)
  })
})

test('drags the edge of a caption, sees its time and the gap, and undoes it at once', async ({ page, sample }) => {
  const transcript = await openCaptioned(page, sample)
  await startCaptionAt(page, transcript, FIRST_OF_LAST)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const captions = timeline.locator('canvas[data-lane=captions]')
  const before = await savedDocument(page)
  const edge = await placeOf(timeline, transcript, { word: FIRST_OF_LAST - 1, tMs: endOfCaption(before) })
  const at = { x: edge - 2, y: (await middleOf(captions)).y }
  const gap = { from: edge - GAP_PX + 8, to: edge - 8 }

  await page.mouse.move(at.x, at.y)
  await expect(captions).toHaveCSS('cursor', 'ew-resize')
  const tip = timeline.locator('canvas[data-lane=tip]')
  await expect.poll(() => inkOf(captions, gap)).toBeGreaterThan(0.8)
  expect(await inkOf(tip, gap)).toBe(0)
  await page.mouse.down()
  await page.mouse.move(at.x - GAP_PX, at.y, { steps: 4 })
  // The time beside the pointer; and in the gap nothing but its length.
  await expect.poll(() => inkOf(tip, gap)).toBeGreaterThan(0)
  await expect.poll(() => inkOf(captions, gap)).toBeLessThan(0.4)
  expect(await inkOf(captions, gap)).toBeGreaterThan(0)
  await page.mouse.up()
  await expect.poll(() => inkOf(tip, gap)).toBe(0)
  await expect.poll(async () => endOfCaption(await savedDocument(page))).toBeLessThan(endOfCaption(before))
  const { words } = await savedDocument(page)
  expect(words).toEqual(before.words)

  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(async () => endOfCaption(await savedDocument(page))).toBe(endOfCaption(before))
  await expect.poll(() => inkOf(captions, gap)).toBeGreaterThan(0.8)
})

test('drags a whole caption, then several selected words, each with one undo', async ({ page, sample }) => {
  const transcript = await openCaptioned(page, sample)
  await startCaptionAt(page, transcript, FIRST_OF_LAST)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const startsOf = async () => (await savedDocument(page)).words.map(({ t0 }) => t0)
  const before = await startsOf()
  const middle = async (word: number) => placeOf(timeline, transcript, { word })

  await test.step('a caption takes all its words along, and the others stay', async () => {
    const at = {
      x: await middle(FIRST_OF_LAST + 1),
      y: (await middleOf(timeline.locator('canvas[data-lane=captions]'))).y,
    }
    await dragFreely(page, at, DRAG_PX)
    await expect.poll(async () => (await movedBy(before, startsOf)).slice(0, FIRST_OF_LAST)).toEqual([0, 0, 0, 0])
    await expect.poll(async () => new Set((await movedBy(before, startsOf)).slice(FIRST_OF_LAST)).size).toBe(1)
    expect((await movedBy(before, startsOf)).at(-1)).toBeGreaterThan(0)
  })

  const apart = await startsOf()
  await test.step('the selected words move together, back towards the words before them', async () => {
    const x = await middle(FIRST_OF_LAST)
    const words = transcript.locator('[data-word]')
    await words.nth(FIRST_OF_LAST).click()
    await words.nth(FIRST_OF_LAST + 1).click({ modifiers: ['Shift'] })
    await expect(transcript.locator('[aria-pressed=true]')).toHaveCount(2)
    await dragFreely(page, { x, y: (await middleOf(timeline.locator('canvas[data-lane=words]'))).y }, -DRAG_PX / 2)
    await expect.poll(async () => (await movedBy(apart, startsOf))[FIRST_OF_LAST]).toBeLessThan(0)
    const [first, second, ...others] = (await movedBy(apart, startsOf)).slice(FIRST_OF_LAST)
    expect(second).toBe(first)
    expect(others).toEqual([0, 0])
  })

  await test.step('one undo for each', async () => {
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(startsOf).toEqual(apart)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(startsOf).toEqual(before)
  })
})

test('times words by keyboard alone', async ({ page, sample }) => {
  const transcript = await openCaptioned(page, sample)
  const words = page.getByRole('listbox', { name: 'Words on the timeline' })
  await expect(words).toBeVisible()
  await tabTo(page, words)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const third = await transcript.locator('[data-word]').nth(2).innerText()
  await expect(transcript.locator('[aria-pressed=true]')).toHaveText(third)
  const start = page.getByRole('slider', { name: /^Start of / })
  const end = page.getByRole('slider', { name: /^End of / })
  // The handles follow the transcript.
  await expect(end).toHaveAccessibleName(`End of “${third}”`)
  const [was, ended] = [await valueOf(start), await valueOf(end)]

  await page.keyboard.press('Tab')
  await expect(start).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => valueOf(start)).toBeCloseTo(was + 0.01, 3)
  await expect(start).toHaveAttribute('aria-valuetext', /^“.+” starts at [\d.]+ s$/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => valueOf(end)).toBeCloseTo(ended - 0.01, 3)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(words).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => valueOf(start)).toBeCloseTo(was, 3)
  await expect(page.getByRole('status', { name: 'Timeline' })).toHaveText(/ starts at /)
  await expectSaved(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('picks a word by a long press, drags it and its handle, and zooms with two fingers', async ({
    page,
    sample,
  }) => {
    await openCaptioned(page, sample)
    await page.getByRole('tab', { name: 'Timeline' }).tap()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const lane = timeline.locator('canvas[data-lane=words]')
    await expect(lane).toBeVisible()
    const fingers = await createFingers(page)
    const box = await boxOf(lane)
    const [x, y] = [box.x + box.width * 0.4, box.y + box.height / 2]

    await fingers.down({ x, y })
    // Picked: its handles appear while the finger rests.
    const end = timeline.getByRole('slider', { name: /^End of / })
    await expect(end).toBeVisible()
    const [start, before] = [timeline.getByRole('slider', { name: /^Start of / }), await valueOf(end)]
    await fingers.dragBy({ x, y }, { x: -DRAG_PX })
    const moved = await valueOf(start)

    await test.step('a handle is large enough for a finger', async () => {
      expect((await boxOf(end)).width).toBeGreaterThanOrEqual(44)
      const grip = await middleOf(end)
      await fingers.down(grip)
      await fingers.dragBy(grip, { x: -DRAG_PX })
      await expect.poll(() => valueOf(end)).toBeLessThan(before)
      expect(await valueOf(start)).toBe(moved)
    })

    await test.step('two fingers zoom', async () => {
      const width = async () => (await boxOf(end)).x - (await boxOf(start)).x
      const narrow = await width()
      const at = (spread: number) => [
        { x: 195 - spread, y },
        { x: 195 + spread, y },
      ]
      await fingers.down(...at(40))
      for (const spread of [50, 60, 70]) await fingers.move(...at(spread))
      await fingers.lift()
      await expect.poll(width).toBeGreaterThan(narrow * 1.2)
    })
    await expectSaved(page)
  })
})

/** Records the elements inside that change from now on. @returns their changes so far */
async function watchElements(inside: Locator): Promise<() => Promise<string[]>> {
  const records = await inside.evaluateHandle((element) => {
    const seen: string[] = []
    const observer = new MutationObserver((changes) => {
      for (const { type, attributeName, target } of changes)
        seen.push(`${type} ${attributeName ?? ''} of ${target instanceof Element ? target.outerHTML : 'a text'}`)
    })
    observer.observe(element, { subtree: true, childList: true, attributes: true, characterData: true })
    return seen
  })
  return () => records.evaluate((seen) => new Promise((resolve) => requestAnimationFrame(() => resolve(seen))))
}

/** Makes a word the first of its caption. */
async function startCaptionAt(page: Page, transcript: Locator, word: number): Promise<void> {
  await transcript.locator('[data-word]').nth(word).click()
  await page.keyboard.press('s')
  await expectSaved(page)
}

/** When the caption before the last one disappears, ms. */
function endOfCaption(doc: CaptionDocument): number {
  const cue = cuesOf(doc).at(-2)
  if (cue === undefined) throw new Error('there is one caption only')
  return cueSpan(doc, cue).t1
}

/** Selects a word. @returns where a time is on the timeline, px; default: the middle of the word */
async function placeOf(
  timeline: Locator,
  transcript: Locator,
  { word, tMs }: { word: number; tMs?: number },
): Promise<number> {
  const said = transcript.locator('[data-word]').nth(word)
  await said.click()
  const text = await said.innerText()
  const [start, end] = ['Start', 'End'].map((edge) =>
    timeline.getByRole('slider', { name: `${edge} of “${text}”`, exact: true }),
  )
  if (start === undefined || end === undefined) throw new Error('no handles')
  const [left, right] = [(await edgeOf(start)).x - 2, (await edgeOf(end)).x + 2]
  const [from, to] = [(await valueOf(start)) * 1_000, (await valueOf(end)) * 1_000]
  const t = tMs ?? (from + to) / 2
  return left + ((t - from) * (right - left)) / (to - from)
}

/** The share of a part of a lane, between two positions on the page, that is painted. */
async function inkOf(lane: Locator, { from, to }: { from: number; to: number }): Promise<number> {
  const { x } = await boxOf(lane)
  return lane.evaluate(
    (canvas: HTMLCanvasElement, [left, width]) => {
      const scale = canvas.width / canvas.clientWidth
      const copy = new OffscreenCanvas(Math.round(width * scale), canvas.height).getContext('2d')
      copy?.drawImage(canvas, -left * scale, 0)
      const { data = [] } = copy?.getImageData(0, 0, copy.canvas.width, copy.canvas.height) ?? {}
      let inked = 0
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) inked += 1
      return (4 * inked) / data.length
    },
    [from - x, to - from] as const,
  )
}

/** Drags while Shift is held, so that nothing snaps. */
async function dragFreely(page: Page, from: { x: number; y: number }, byPx: number): Promise<void> {
  await page.keyboard.down('Shift')
  await dragBy(page, from, byPx)
  await page.keyboard.up('Shift')
}

/** How far each word has moved, ms. */
async function movedBy(before: readonly number[], starts: () => Promise<number[]>): Promise<number[]> {
  return (await starts()).map((t0, at) => t0 - (before[at] ?? Number.NaN))
}

/** The value of a slider, s. */
async function valueOf(slider: Locator): Promise<number> {
  return Number(await slider.getAttribute('aria-valuenow'))
}

async function dragBy(page: Page, { x, y }: { x: number; y: number }, byPx: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPx, y, { steps: 4 })
  await page.mouse.up()
}

/** The edge of the word beside a handle, where a mouse grabs it: handles stand outside. */
async function edgeOf(handle: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(handle)
  const isStart = (await handle.getAttribute('data-handle')) === 't0'
  return { x: isStart ? x + width + 2 : x - 2, y: y + height / 2 }
}
