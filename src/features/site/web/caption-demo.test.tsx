import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TEMPLATES, newestTemplate } from '#features/templates/model/index.ts'
// The product's own styles.
import '../../../../tests/support/web.tsx'
import { CaptionDemo } from './caption-demo.tsx'

test('every look on show is that of its template: name, font, case, size, colours, outline and box', async () => {
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

test('choosing a look restyles the captions at once, and says which is chosen', async () => {
  await render(<CaptionDemo />)
  const before = shownLook()
  await page.getByRole('button', { name: 'Follow Pill' }).click()
  expect(shownLook()).not.toEqual(before)
  await expect.element(page.getByRole('button', { name: 'Follow Pill' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('button', { name: 'Karaoke' })).toHaveAttribute('aria-pressed', 'false')
})

test('the demo stands still until it is seen, with its first line and the third word spoken', async () => {
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

test('the demo can be paused', async () => {
  await render(<CaptionDemo />)
  await expect.poll(() => playing().length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause the demo' }).click()
  const states = playing().map(({ playState }) => playState)
  expect(new Set(states)).toEqual(new Set(['paused']))
})

/** How the demo's first caption is really drawn, with its movement taken out: the third word is the spoken one. */
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

/** Of the frame's height, to four places. */
function rounded(size: number): number {
  return Math.round(size * 10_000) / 10_000
}
