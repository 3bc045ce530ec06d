import type { Locator, Page } from '@playwright/test'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { fixture } from '../fixtures/fixture.ts'
import { openPage } from './alive.ts'
import { exportVideo, openTranscript, savedDocument } from './editor.ts'
import { boxOfColour, type ColourBox, factsOf, frameAt } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { exportByKeyboard, press, pressOn, tabTo } from './keys.ts'
import { openCaptioned } from './sample.ts'
import { boxOf, createFingers, type Fingers, middleOf } from './touch.ts'

/** For the first words of the clip. */
const CORRECTED = ['Each', 'great', 'clip', 'begins', 'using']
/** The chosen colour of the letters. */
const GREEN = [0x3d, 0xdc, 0x97] as const
/** A movement that is large enough to see, px. */
const DRAG_PX = 12

test('edits and exports a whole video by keyboard alone', async ({ page, sample }, testInfo) => {
  await openCaptioned(page, sample)
  const before = await savedDocument(page)
  await openPage(page, page.url())
  const words = (await openTranscript(page)).locator('[data-word]')
  const caption = captionOf(page)
  const timeline = page.getByRole('listbox', { name: 'Words on the timeline' })
  await expect(caption).toBeVisible()

  await test.step('corrects five words, and starts a caption with the fifth', async () => {
    await tabTo(page, words.first())
    await press(page, 'Enter')
    for (const [at, text] of CORRECTED.entries()) {
      await page.keyboard.type(text)
      await press(page, at < CORRECTED.length - 1 ? 'Tab' : 'Enter')
    }
    await expect(words.nth(4)).toBeFocused()
    await press(page, 's')
  })

  await test.step('retimes a word below the transcript', async () => {
    await tabTo(page, page.locator('summary').filter({ hasText: 'using' }))
    await press(page, 'Enter')
    await pressOn(page, page.getByRole('button', { name: 'End earlier by 10 ms' }))
  })

  await test.step('moves the first caption on the picture, and not the others', async () => {
    await tabTo(page, caption)
    const scope = page.getByRole('toolbar', { name: 'Caption on the picture' }).getByRole('radio', { checked: true })
    await tabTo(page, scope)
    await press(page, 'ArrowRight')
    await tabTo(page, caption, 'Shift+Tab')
    await press(page, ...Array.from({ length: 7 }, () => 'Shift+ArrowUp'))
    await expect(caption).toHaveAccessibleName(/33% down/)
  })

  await test.step('retimes two words on the timeline', async () => {
    await tabTo(page, timeline)
    await press(page, 'ControlOrMeta+Home')
    await tabTo(page, page.getByRole('slider', { name: 'Start of “Each”' }))
    await press(page, 'PageUp', 'PageUp')
    await tabTo(page, timeline, 'Shift+Tab')
    await press(page, 'ArrowRight')
    await tabTo(page, page.getByRole('slider', { name: 'End of “great”' }))
    await press(page, 'ArrowLeft')
  })

  await test.step('chooses a colour and another template', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Use #3DDC97' }).first(), 'Shift+Tab')
    await press(page, 'Enter')
    const chosen = page.getByRole('group', { name: 'Templates' }).getByRole('radio', { checked: true })
    await tabTo(page, chosen, 'Shift+Tab')
    await press(page, 'ArrowRight', 'Enter')
    await expect(chosen).toHaveAccessibleName('Follow Pill')
  })

  const after = await savedDocument(page)
  expectEdited(after, before, { retimed: [0, 1, 4] })
  const [start = 0] = before.words.map(({ t0 }) => t0)
  expect(after.words[0]?.t0).toBe(start + 200)
  const exported = await exportByKeyboard(page, testInfo.outputPath('exported.mp4'))
  await expectExported(exported, before)
  expect((await lettersAt(exported, start + 100)).pixels, 'before the new start').toBe(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('edits and exports a whole video by touch', async ({ page, sample }, testInfo) => {
    const transcript = await openCaptioned(page, sample)
    const before = await savedDocument(page)
    const words = transcript.locator('[data-word]')
    const fingers = await createFingers(page)

    await test.step('selects the tapped word, which the typed word before it moves aside', async () => {
      const first = await words.first().innerText()
      const second = transcript.getByRole('button', { name: await words.nth(1).innerText(), exact: true }).first()
      await words.first().tap()
      await page.getByRole('button', { name: 'Edit word' }).tap()
      await page.keyboard.insertText('Unforgettable')
      await second.tap()
      await expect(second).toHaveAttribute('aria-pressed', 'true')
      await page.getByRole('button', { name: 'Undo' }).tap()
      await expect(words.first()).toHaveText(first)
    })

    await test.step('corrects five words, and starts a caption with the fifth', async () => {
      for (const [at, text] of CORRECTED.entries()) {
        await words.nth(at).tap()
        await page.getByRole('button', { name: 'Edit word' }).tap()
        await page.keyboard.insertText(text)
        await page.keyboard.press('Enter')
        await expect(words.nth(at)).toHaveText(text)
      }
      await page.getByRole('button', { name: 'Split caption from here' }).tap()
    })

    await test.step('moves the first caption on the picture, and not the others', async () => {
      await words.first().tap()
      const caption = captionOf(page)
      await caption.tap()
      await page.getByText('This caption', { exact: true }).tap()
      const [from, picture] = [await middleOf(caption), await boxOf(page.locator('[data-picture]'))]
      await fingers.down(from)
      await fingers.dragBy(from, { y: -0.35 * picture.height })
      await expect(caption).toHaveAccessibleName(/33.3% down/)
    })

    await test.step('retimes three words on the timeline', async () => {
      await page.getByRole('tab', { name: 'Timeline' }).tap()
      const pointAt = await placeOnTimeline(page, before)
      await dragHandle(page, fingers, 'End of “Each”')
      await page.touchscreen.tap(...pointAt(2))
      await dragHandle(page, fingers, 'End of “clip”')
      // Away from the next word, which handles would cover.
      await page.touchscreen.tap(...pointAt(3))
      await page.touchscreen.tap(...pointAt(1))
      await dragHandle(page, fingers, 'Start of “great”')
    })

    await test.step('chooses a colour and another template', async () => {
      await page.getByRole('tab', { name: 'Style' }).tap()
      await page.getByRole('button', { name: 'Use #3DDC97' }).first().tap()
      await page.getByText('Follow Pill', { exact: true }).tap()
    })

    const after = await savedDocument(page)
    expectEdited(after, before, { retimed: [0, 1, 2] })
    expect(after.words[1]?.t0).toBeLessThan(before.words[1]?.t0 ?? 0)
    await page.getByRole('tab', { name: 'Export' }).tap()
    const exported = await exportVideo(page, testInfo.outputPath('exported.mp4'), (target) => target.tap())
    await expectExported(exported, before)
  })
})

/** Where a finger reaches the words on the timeline, read from the handles of the first one, which is selected. */
async function placeOnTimeline(page: Page, { words }: CaptionDocument): Promise<(index: number) => [number, number]> {
  const boxes = await Promise.all(['Start', 'End'].map((edge) => boxOf(page.getByRole('slider', { name: edge }))))
  const [start, end] = boxes
  const first = words[0]
  if (start === undefined || end === undefined || first === undefined) throw new Error('there is no word')
  const startPx = start.x + start.width
  const pxPerMs = (end.x - startPx) / (first.t1 - first.t0)
  return (index) => {
    const { t0 = 0, t1 = 0 } = words[index] ?? {}
    return [startPx + ((t0 + t1) / 2 - first.t0) * pxPerMs, start.y + start.height / 2]
  }
}

/** Drags the handle of a word to the left with a finger. */
async function dragHandle(page: Page, fingers: Fingers, name: string): Promise<void> {
  const handle = page.getByRole('slider', { name })
  const [at, value] = [await middleOf(handle), await handle.getAttribute('aria-valuenow')]
  await fingers.down(at)
  await fingers.dragBy(at, { x: -DRAG_PX })
  await expect(handle).not.toHaveAttribute('aria-valuenow', value ?? '')
}

function captionOf(page: Page): Locator {
  return page.getByRole('group', { name: /^Caption “/ })
}

/** Expects the corrected and the retimed words, the place of the first caption alone, and the new look. */
function expectEdited(
  { words, styles, template, ...after }: CaptionDocument,
  before: CaptionDocument,
  { retimed }: { readonly retimed: readonly number[] },
): void {
  expect(words.map(({ text }) => text)).toEqual(before.words.map(({ text }, at) => CORRECTED[at] ?? text))
  const isRetimed = words.map(({ t0, t1 }, at) => t0 !== before.words[at]?.t0 || t1 !== before.words[at]?.t1)
  expect(isRetimed).toEqual(words.map((_, at) => retimed.includes(at)))
  const [moved, ...others] = after.tracks[0].cues
  expect(moved?.place?.y).toBeCloseTo(0.33, 2)
  expect(others.map(({ place }) => place)).toEqual([undefined])
  expect(template.id).not.toBe(before.template.id)
  expect(Object.values(styles)).toEqual([{ fill: { upcoming: '#3DDC97' } }])
}

/** Expects the captions in the exported file in their places and their colour, and everything else as it was. */
async function expectExported(exported: string, { words }: CaptionDocument): Promise<void> {
  const [is, was] = await Promise.all([factsOf(exported), factsOf(await fixture('sentence-small'))])
  expect(is).toEqual({ ...was, durationMs: expect.closeTo(was.durationMs, -2) })
  for (const [index, y] of [
    [1, 0.33],
    [5, 0.68],
  ] as const) {
    const { top, bottom, pixels } = await lettersAt(exported, (words[index]?.t0 ?? 0) + 100)
    expect(pixels, `letters of word ${index}`).toBeGreaterThan(30)
    expect((top + bottom) / 2, `the place of word ${index}`).toBeCloseTo(y, 1)
  }
}

async function lettersAt(exported: string, ms: number): Promise<ColourBox> {
  return boxOfColour(await frameAt(exported, ms, { width: 270, height: 480 }), GREEN, 60)
}
