import { expect, test } from 'vitest'
import { newestTemplate, TEMPLATES, templateByRef } from './catalogue.ts'
import { fitTemplate, refit } from './fit-template.ts'
import { withReducedMotion } from './template.ts'

const [UPRIGHT, SQUARE, WIDE] = [
  { w: 1_080, h: 1_920 },
  { w: 1_080, h: 1_080 },
  { w: 1_920, h: 1_080 },
]

test.each(TEMPLATES)('$name stays as designed in an upright picture', (template) => {
  const { fit: _, ...designed } = template
  expect(fitTemplate(template, UPRIGHT)).toEqual(designed)
  expect(fitTemplate(template, { w: 1_080, h: 2_400 })).toEqual(designed)
})

test.each(TEMPLATES)(
  '$name keeps most of its size by the shorter side, and stands lower in a wide picture',
  (template) => {
    const [square, wide] = [fitTemplate(template, SQUARE), fitTemplate(template, WIDE)]
    const pixels = template.font.size * UPRIGHT.h
    for (const { font } of [square, wide]) {
      expect(font.size * 1_080).toBeGreaterThan(pixels * 0.85)
      expect(font.size * 1_080).toBeLessThanOrEqual(pixels)
    }
    expect(square.layout.y).toBeGreaterThanOrEqual(template.layout.y)
    expect(wide.layout.y).toBeGreaterThanOrEqual(square.layout.y)
    expect(wide.layout.y).toBeLessThanOrEqual(0.86)
  },
)

test('a size and height set in an upright picture fit a wide one as those of templates do', () => {
  const karaoke = newestTemplate('karaoke')
  const { font, layout } = fitTemplate(karaoke, WIDE)
  expect(refit({ size: karaoke.font.size, y: karaoke.layout.y }, UPRIGHT, WIDE)).toEqual({
    size: font.size,
    y: layout.y,
  })
  const back = refit({ size: font.size, y: layout.y }, WIDE, UPRIGHT)
  expect(back.size).toBeCloseTo(karaoke.font.size, 3)
  expect(back.y).toBeCloseTo(karaoke.layout.y)
})

test.each([0.3, 0.5, 0.55, 0.86, 0.95])('a height of %d stays in pictures of the shape that it was set in', (y) => {
  for (const shape of [UPRIGHT, SQUARE, WIDE])
    expect(refit({ size: 0.05, y }, shape, { w: 2 * shape.w, h: 2 * shape.h })).toEqual({ size: 0.05, y })
})

test('a caption in the upper half of the picture stays there', () => {
  const karaoke = newestTemplate('karaoke')
  const above = { ...karaoke, layout: { ...karaoke.layout, y: 0.2 } }
  expect(fitTemplate(above, WIDE).layout.y).toBe(0.2)
})

test('the calm variant of a template stands as low as the moving one', () => {
  for (const template of TEMPLATES) {
    const wide = fitTemplate(template, WIDE)
    const calm = template.reducedMotion.layout ?? template.layout
    expect(withReducedMotion(wide).layout.y, template.id).toBe(
      fitTemplate({ ...template, layout: calm }, WIDE).layout.y,
    )
  }
})

test('first versions are drawn as before, in every picture', () => {
  const first = templateByRef({ id: 'karaoke', version: 1 })
  expect(fitTemplate(first, WIDE)).toBe(first)
})

test('fitting again changes nothing, and equal pictures get the same object', () => {
  const karaoke = newestTemplate('karaoke')
  const wide = fitTemplate(karaoke, WIDE)
  expect(fitTemplate(wide, WIDE)).toBe(wide)
  expect(fitTemplate(karaoke, { w: 1_280, h: 720 })).toBe(wide)
})

test.each([
  { what: 'the tallest', w: 1, h: 10_000 },
  { what: 'the widest', w: 10_000, h: 1 },
])('$what picture has letters of an allowed size, inside the picture', (shape) => {
  for (const template of TEMPLATES) {
    const { font, layout } = fitTemplate(template, shape)
    expect(font.size).toBeLessThanOrEqual(0.3)
    expect(layout.y).toBeLessThanOrEqual(0.95)
  }
})
