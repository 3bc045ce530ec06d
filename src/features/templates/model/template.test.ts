import { expect, test } from 'vitest'
import { TEMPLATES, newestTemplate } from './catalogue.ts'
import { Template, withReducedMotion } from './template.ts'

test('gives every template a name of its own', () => {
  const names = TEMPLATES.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('shows no animation in the calm variant of every template', () => {
  for (const template of TEMPLATES) {
    const { enter, active, boxMs } = withReducedMotion(template).animation
    expect([enter.preset, active.preset, active.tilt, boxMs], template.id).toEqual(['none', 'none', 0, 0])
  }
})

test('rejects a template with an unknown field', () => {
  expect(Template.safeParse({ ...newestTemplate('build'), script: 'alert(1)' }).success).toBe(false)
})

test('meets WCAG AAA contrast in Accessible Block, including its emphasis', () => {
  const { fill, box, emphasis } = newestTemplate('accessible-block')
  const behind = box?.color ?? ''
  for (const color of [fill.upcoming, fill.active, fill.spoken, emphasis.color ?? fill.active])
    expect(contrast(color, behind)).toBeGreaterThan(7)
})

/** Contrast ratio of WCAG 2.2 §1.4.3, 1 to 21. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const level = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return level <= 0.040_45 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
