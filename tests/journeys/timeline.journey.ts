import type { Locator, Page } from '@playwright/test'
import { expectSaved } from './editor.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { openCaptioned } from './sample.ts'
import { boxOf, createFingers, middleOf } from './touch.ts'

/** A change that is large enough to see at every zoom of these journeys, px. */
const DRAG_PX = 24

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
