import { expect, test } from 'vitest'
import { TEMPLATES, newestTemplate } from './catalogue.ts'
import { contrastRatio } from './looks/contrast.ts'
import { READABLE, worstContrast } from './looks/legibility.ts'
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
    expect(contrastRatio(color, behind)).toBeGreaterThan(7)
})

test.each([
  ['white', 0xff_ff_ff],
  ['black', 0],
])('the letters of every template stand out over plain %s', (_, behind) => {
  const contrasts = TEMPLATES.flatMap((look) =>
    [look.fill.active, ...look.accents].map((accent) => ({
      id: look.id,
      contrast: worstContrast({ look, accent }, [behind]),
    })),
  )
  expect(contrasts.filter(({ contrast }) => contrast < READABLE)).toEqual([])
})
