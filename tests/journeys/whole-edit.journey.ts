import type { Locator, Page } from '@playwright/test'
import { type CaptionDocument, cuesOf } from '#features/captions/model/index.ts'
import { fixture } from '../fixtures/fixture.ts'
import { openPage } from './alive.ts'
import { openCaptioned } from './captioned.ts'
import { openTranscript, savedDocument } from './editor.ts'
import { boxOfColour, type ColourBox, factsOf, frameAt } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { exportByKeyboard, press, pressOn, tabTo } from './keys.ts'

/** For the first words of the clip. */
const CORRECTED = ['Each', 'great', 'clip', 'begins', 'using']
/** The chosen colour of the letters. */
const GREEN = [0x3d, 0xdc, 0x97] as const

test('edits and exports a whole video by keyboard alone', async ({ page }, testInfo) => {
  await openCaptioned(page)
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
    await press(page, 'ArrowRight')
    await expect(chosen).toHaveAccessibleName('Follow Pill')
  })

  expectEdited(await savedDocument(page), before)
  await expectExported(await exportByKeyboard(page, testInfo.outputPath('exported.mp4')), before)
})

function captionOf(page: Page): Locator {
  return page.getByRole('group', { name: /^Caption “/ })
}

/** Expects the five corrected and three retimed words, the place of the first caption alone, and the new look. */
function expectEdited(after: CaptionDocument, { words, template }: CaptionDocument): void {
  const wanted = words.map(({ text, t0, t1 }, at) => [
    CORRECTED[at] ?? text,
    at === 0 ? t0 + 200 : t0,
    at === 1 || at === 4 ? t1 - 10 : t1,
  ])
  expect(after.words.map(({ text, t0, t1 }) => [text, t0, t1])).toEqual(wanted)
  const [moved, ...others] = cuesOf(after)
  expect(moved?.place?.y).toBeCloseTo(0.33, 2)
  expect(others.map(({ place }) => place)).toEqual([undefined])
  expect(after.template.id).not.toBe(template.id)
  expect(Object.values(after.styles)).toEqual([{ fill: { upcoming: '#3DDC97' } }])
}

/** Expects the edits in the exported file. */
async function expectExported(exported: string, { words }: CaptionDocument): Promise<void> {
  const [is, was] = await Promise.all([factsOf(exported), factsOf(await fixture('sentence-small'))])
  expect(is).toEqual({ ...was, durationMs: expect.closeTo(was.durationMs, -2) })
  const [start = 0, middle = 0, end = 0] = [words[0]?.t0, words[1]?.t0, words[5]?.t0]
  expect((await lettersAt(exported, start + 100)).pixels, 'before the new start').toBe(0)
  for (const [ms, y] of [
    [middle, 0.33],
    [end, 0.68],
  ] as const) {
    const { top, bottom, pixels } = await lettersAt(exported, ms + 100)
    expect(pixels, `letters at ${ms} ms`).toBeGreaterThan(30)
    expect((top + bottom) / 2, `the place of the caption at ${ms} ms`).toBeCloseTo(y, 1)
  }
}

async function lettersAt(exported: string, ms: number): Promise<ColourBox> {
  return boxOfColour(await frameAt(exported, ms, { width: 270, height: 480 }), GREEN, 60)
}
