import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { captionPose, type Template, TEMPLATES, newestTemplate, wordPose } from '#features/templates/model/index.ts'
// The product's styles.
import '../../../../../tests/support/web.tsx'
import { CaptionDemo } from './caption-demo.tsx'

test("shows every look with its template's name, font, case, size, colours, outline and box", async () => {
  await render(<CaptionDemo />)
  const buttons = page.getByRole('group', { name: 'Caption look' }).getByRole('button').elements()
  expect(buttons.length).toBeGreaterThanOrEqual(5)
  for (const button of buttons) {
    const name = button.textContent
    const template = TEMPLATES.find((shown) => shown.name === name)
    if (template === undefined) throw new Error(`${name} is no template`)
    await page.getByRole('button', { name, exact: true }).click()
    expect(shownLook(), name).toEqual(lookOf(template.id))
  }
})

test('animates every look as the painter draws it', async () => {
  await render(<CaptionDemo />)
  for (const button of page.getByRole('group', { name: 'Caption look' }).getByRole('button').elements()) {
    const template = TEMPLATES.find(({ name }) => name === button.textContent)
    if (template === undefined) throw new Error(`${button.textContent} is no template`)
    await page.getByRole('button', { name: template.name, exact: true }).click()
    await expect.poll(() => playing().length).toBeGreaterThan(0)
    for (const ms of MOMENTS) {
      for (const animation of playing()) {
        animation.pause()
        // Tests shorten every animation to 1 ms (tests/support/quiet-page.ts).
        animation.effect?.updateTiming({ duration: LOOP_MS })
        animation.currentTime = 2 * LOOP_MS + ms
      }
      const [shown, drawn] = [shownStance(template), drawnStance(template, ms)]
      const differences = drawn.map((value, part) => Math.abs(value - (shown[part] ?? Number.NaN)))
      expect(
        Math.max(...differences),
        `${template.name} at ${ms} ms: ${shown.join()} for ${drawn.join()}`,
      ).toBeLessThan(0.02)
    }
  }
})

test('restyles the captions when a look is chosen, and marks the choice', async () => {
  await render(<CaptionDemo />)
  const before = shownLook()
  await page.getByRole('button', { name: 'Follow Pill' }).click()
  expect(shownLook()).not.toEqual(before)
  await expect.element(page.getByRole('button', { name: 'Follow Pill' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('button', { name: 'Karaoke' })).toHaveAttribute('aria-pressed', 'false')
})

test('stays still until it is in view, with the third word of the first line spoken', async () => {
  const space = document.createElement('div')
  space.style.height = '300vh'
  document.body.prepend(space)
  onTestFinished(() => space.remove())
  await render(<CaptionDemo />)
  await expect.element(page.getByRole('figure')).toHaveAttribute('data-still')
  expect(playing()).toEqual([])
  expect(style('.line:first-child').visibility).toBe('visible')
  element('.caption-demo').scrollIntoView({ block: 'center' })
  await expect.poll(() => playing().length).toBeGreaterThan(0)
})

test('pauses the demo', async () => {
  await render(<CaptionDemo />)
  await expect.poll(() => playing().length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause the demo' }).click()
  const states = playing().map(({ playState }) => playState)
  expect(new Set(states)).toEqual(new Set(['paused']))
})

/** The computed style of the demo's first caption without animation; its third word is spoken. */
function shownLook() {
  for (const animation of playing()) animation.cancel()
  const [spoken, active, upcoming] = [1, 3, 4].map((nth) => style(`.line:first-child .word:nth-child(${nth})`))
  const figure = element('.caption-demo')
  return {
    family: active?.fontFamily.split(',')[0]?.replaceAll('"', ''),
    weight: Number(active?.fontWeight),
    case: active?.textTransform,
    size: rounded(Number.parseFloat(active?.fontSize ?? '') / ((figure.clientWidth * 16) / 9)),
    spoken: spoken?.color,
    active: active?.color,
    upcoming: upcoming?.color,
    outline: active?.textShadow.includes(outlineOf()) ?? false,
    box: boxColors().find((color) => color !== CLEAR) ?? CLEAR,
  }

  function outlineOf(): string {
    const { stroke } = newestTemplate(figure.dataset['look'] ?? '')
    return stroke === null ? '' : css(stroke.color)
  }
  function boxColors(): string[] {
    return [style('.line:first-child .word:nth-child(3)', '::before'), style('.line:first-child .run')].map(
      ({ backgroundColor }) => backgroundColor,
    )
  }
}

function lookOf(id: string): ReturnType<typeof shownLook> {
  const { font, fill, accents, accentActive, box } = newestTemplate(id)
  const [accent = fill.active] = accents
  return {
    family: `Demo ${font.family} ${font.weight}`,
    weight: font.weight,
    case: { 'as-typed': 'none', upper: 'uppercase', lower: 'lowercase' }[font.case],
    size: rounded(font.size),
    spoken: css(fill.spoken),
    active: css(accentActive ? accent : fill.active),
    upcoming: css(fill.upcoming),
    outline: true,
    box: box === null ? CLEAR : css(box.color === 'accent' ? accent : box.color),
  }
}

const WORD_MS = 460
const LOOP_MS = 16 * WORD_MS
/** Moments while the first word of a line enters, is spoken, and returns to rest. */
const MOMENTS = [0, 13, 33, 57, 80, 110, 150, 190, 300, 459, 470, 500, 540, 580, 900, 1_800]

/** Opacity, scale, shift in em and tilt in radians of the first caption and its first word in the browser. */
function shownStance({ layout }: Template): number[] {
  const stances = ['.line:first-child .run', '.line:first-child .word:first-child'].map((selector) => {
    const { opacity, transform, fontSize } = style(selector)
    const { a, b, f } = new DOMMatrix(transform)
    return [Number(opacity), Math.hypot(a, b), f / Number.parseFloat(fontSize), Math.atan2(b, a)]
  })
  const [caption = [], word = []] = stances
  return layout.maxWords === 1 ? word.slice(1) : [...caption, ...word]
}

/** The same values from the painter's poses. */
function drawnStance({ animation, layout }: Template, sinceMs: number): number[] {
  const caption = captionPose(animation, { sinceMs, isFresh: true, index: 0, em: 1 })
  // Single words are captions of their own; hiding them in turn is no animation.
  if (layout.maxWords === 1) return [caption.scale, caption.shift, 0]
  const word = wordPose(animation, { sinceMs, pastMs: sinceMs - WORD_MS, spokenMs: WORD_MS, index: 0 }, 1)
  return [caption.alpha, caption.scale, caption.shift, 0, word.alpha, word.scale, word.shift, word.tilt]
}

const CLEAR = 'rgba(0, 0, 0, 0)'

function css(hex: string): string {
  const swatch = document.createElement('i')
  swatch.style.color = hex
  document.body.append(swatch)
  const { color } = getComputedStyle(swatch)
  swatch.remove()
  return color
}

function playing(): CSSAnimation[] {
  return document.getAnimations().filter((animation) => animation instanceof CSSAnimation)
}

function style(selector: string, part?: string): CSSStyleDeclaration {
  return getComputedStyle(element(selector), part)
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}

/** A fraction of the frame's height, rounded to four digits. */
function rounded(size: number): number {
  return Math.round(size * 10_000) / 10_000
}
