import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accentToneOf, contrastOf, plainAccent } from './accent.ts'

test('every colour becomes one that keeps text legible in both themes', () => {
  const levels = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)))
  const poor = colors.flatMap((color) => {
    const { light, dark } = contrastOf(accentToneOf(color))
    const least = Math.min(light.text, light.button, dark.text, dark.button)
    return least < 4.5 ? [`${color}: ${least}`] : []
  })
  expect(poor).toEqual([])
})

test.each([
  { color: '#ff0000', hue: 29 },
  { color: '#00ff00', hue: 142 },
  { color: '#0000ff', hue: 264 },
])('reads the hue of $color', ({ color, hue }) => {
  expect(accentToneOf(color).hue).toBe(hue)
})

test.each(['#000000', '#808080', '#ffffff'])('takes %s as an accent without colour', (color) => {
  expect(accentToneOf(color)).toEqual({ hue: 0, strength: 0 })
})

test('the accent of mails is the one of the dark theme', () => {
  expect(plainAccent({ hue: 46, strength: 1 })).toBe('#fe813b')
})

test('the style sheet takes hue and strength of the accent from the document', async () => {
  const css = await readFile('src/ui/tokens.css', 'utf8')
  for (const line of [
    '--tone-accent: oklch(0.715 calc(0.182 * var(--site-strength, 1)) calc(var(--site-hue, 46) + 0));',
    '--tone-accent-text: oklch(0.515 calc(0.16 * var(--site-strength, 1)) calc(var(--site-hue, 46) - 6));',
    '--tone-accent: oklch(0.735 calc(0.172 * var(--site-strength, 1)) calc(var(--site-hue, 46) + 1));',
    '--tone-accent-text: oklch(0.79 calc(0.142 * var(--site-strength, 1)) calc(var(--site-hue, 46) + 7));',
    '--tone-on-accent: oklch(0.175 0.03 50);',
    '--tone-sunken: oklch(0.953 0.009 72);',
    '--tone-raised: oklch(0.228 0.008 60);',
  ])
    expect(css).toContain(line)
})
