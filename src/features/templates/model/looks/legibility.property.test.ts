import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatches } from '../apply-patches.ts'
import { newestTemplate, TEMPLATES } from '../catalogue.ts'
import type { Look } from '../look.ts'
import { type Lettering, READABLE, worstContrast } from './legibility.ts'
import { ratioOf } from '#platform/shared/light.ts'
import { readableOffers } from './readable-offers.ts'

const WHITE = 0xff_ff_ff
const BLACK = 0
const plain: Look = {
  ...newestTemplate('clean-line'),
  fill: { upcoming: '#FFFFFF', active: '#FFFFFF', spoken: '#FFFFFF', gradientTo: null },
  emphasis: { color: null, scale: 1 },
  accentActive: false,
  gradient: null,
  stroke: null,
  outerStroke: null,
  shadows: [],
  glow: [],
  split: null,
  box: null,
}
const anyRgb = fc.integer({ min: 0, max: WHITE })
const anyBackdrop = fc.array(anyRgb, { minLength: 1, maxLength: 12 })
const anyHex = anyRgb.map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`)

test('finds white captions over white, and none over black', () => {
  expect(worstContrast(letters(plain), [BLACK, WHITE])).toBe(1)
  expect(worstContrast(letters(plain), [BLACK])).toBe(21)
})

test('a contrast is symmetric and lies between 1 and 21', () => {
  const light = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(light, light, (one, other) => {
      const ratio = ratioOf(one, other)
      expect(ratioOf(other, one)).toBe(ratio)
      expect(ratio).toBeGreaterThanOrEqual(1)
      expect(ratio).toBeLessThanOrEqual(21.000_001)
    }),
  )
})

test('every template has a contrast from 1 to 21 over any picture', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEMPLATES), anyBackdrop, (look, backdrop) => {
      const ratio = worstContrast(letters(look), backdrop)
      expect(ratio).toBeGreaterThanOrEqual(1)
      expect(ratio).toBeLessThanOrEqual(21)
    }),
  )
})

test('a wider outline never lowers the contrast', () => {
  const width = fc.double({ min: 0, max: 0.2, noNaN: true })
  fc.assert(
    fc.property(anyHex, anyHex, anyBackdrop, width, width, (ink, color, backdrop, ...widths) => {
      const [thin = 0, wide = 0] = widths.toSorted((a, b) => a - b)
      const fill = { upcoming: ink, active: ink, spoken: ink, gradientTo: null }
      const at = (each: number) => worstContrast(letters({ ...plain, fill, stroke: { width: each, color } }), backdrop)
      expect(at(wide)).toBeGreaterThanOrEqual(at(thin) - 1e-9)
    }),
  )
})

test('an outer outline that the inner one covers changes no contrast', () => {
  const width = fc.double({ min: 0.001, max: 0.2, noNaN: true })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(anyHex, anyHex, anyHex, anyBackdrop, width, share, (ink, inner, outer, backdrop, wide, part) => {
      const fill = { upcoming: ink, active: ink, spoken: ink, gradientTo: null }
      const look = { ...plain, fill, stroke: { width: wide, color: inner } }
      const beneath = { width: wide * part, color: outer, x: 0, y: wide * (1 - part) * 0.999 }
      const contrast = worstContrast(letters({ ...look, outerStroke: beneath }), backdrop)
      expect(contrast).toBeCloseTo(worstContrast(letters(look), backdrop), 6)
    }),
  )
})

test('counts of an outer outline what stands out beyond the inner one', () => {
  const white = { ...plain, stroke: { width: 0.1, color: '#FFFFFF' } }
  const over = (width: number, x = 0) =>
    worstContrast(letters({ ...white, outerStroke: { width, color: '#000000', x, y: 0 } }), [WHITE])
  expect(over(0.1)).toBe(1)
  expect(over(0.11)).toBeLessThan(1.5)
  expect(over(0.16)).toBeGreaterThan(20)
  // Beside the letters on one side only.
  expect(over(0.1, 0.06)).toBeLessThan(2)
})

test('reads hollow letters on an outer outline by what their own leaves of it', () => {
  const fill = { upcoming: '#FFFFFF00', active: '#FFFFFF00', spoken: '#FFFFFF00', gradientTo: null }
  const hollow = { ...plain, fill, stroke: { width: 0.1, color: '#FFFFFF' } }
  const outer = { width: 0.1, color: '#000000', x: 0, y: 0 }
  expect(worstContrast(letters({ ...hollow, outerStroke: outer }), [WHITE])).toBe(1)
})

test('counts every colour of a gradient, and that of the spoken word', () => {
  const stops = [
    { at: 0, color: '#FFFFFF' },
    { at: 1, color: '#101010' },
  ]
  const gradient = { stops, angle: 0, speed: 0, over: 'line', of: 'all' } as const
  expect(worstContrast(letters({ ...plain, gradient }), [BLACK])).toBeLessThan(1.2)
  const fill = { ...plain.fill, active: '#202020' }
  expect(worstContrast(letters({ ...plain, fill }), [BLACK])).toBeLessThan(1.4)
  const box = { scope: 'word', color: '#FFFFFF', radius: 0, padX: 0, padY: 0 } as const
  expect(worstContrast(letters({ ...plain, fill, box }), [BLACK])).toBeGreaterThan(READABLE)
})

test('reads hollow letters by their outline', () => {
  const fill = { upcoming: '#FFFFFF00', active: '#FFFFFF00', spoken: '#FFFFFF00', gradientTo: null }
  const hollow = { ...plain, fill, stroke: { width: 0.02, color: '#FFFFFF' } }
  expect(worstContrast(letters(hollow), [BLACK])).toBe(21)
  expect(worstContrast(letters(hollow), [WHITE])).toBe(1)
})

test('offers the least outline, shadow and box for white captions over white', () => {
  const offers = readableOffers([{ ...letters(plain), backdrop: [WHITE, BLACK] }])
  expect(offers.map(({ kind }) => kind)).toEqual(['outline', 'shadow', 'box'])
  for (const { ratio } of offers) {
    expect(ratio).toBeGreaterThanOrEqual(READABLE)
    expect(ratio).toBeLessThan(7)
  }
})

test('leaves a word out of an outline whose own style sets one', () => {
  const look = { ...plain, stroke: { width: 0.01, color: '#FFFFFF' } }
  const own = { look, accent: '#FFFFFF', ownFields: ['stroke'] }
  const word = { ...own, backdrop: [WHITE] }
  const offers = readableOffers([{ ...letters(plain), backdrop: [WHITE] }, word])
  expect(offers.map(({ kind }) => kind)).toContain('outline')
  expect(readableOffers([{ ...letters(plain), backdrop: [BLACK] }, word]).map(({ kind }) => kind)).not.toContain(
    'outline',
  )
})

test('leaves a word out of an outline whose own style sets none', () => {
  const word = { ...letters(plain), ownFields: ['stroke'], backdrop: [WHITE] }
  const offers = readableOffers([{ ...letters(plain), backdrop: [BLACK] }, word])
  expect(offers.map(({ kind }) => kind)).toEqual(['shadow', 'box'])
})

test('a black word with an outline of its own does not change the outline of light ones', () => {
  const black = { upcoming: '#000000', active: '#000000', spoken: '#000000', gradientTo: null }
  const look = { ...plain, fill: black, stroke: { width: 0.1, color: '#FFFFFF' } }
  const word = { ...letters(look), ownFields: ['fill', 'stroke'], backdrop: [WHITE] }
  const light = { upcoming: '#DDDDDD', active: '#DDDDDD', spoken: '#DDDDDD', gradientTo: null }
  const caption = { ...letters({ ...plain, fill: light }), backdrop: [WHITE] }
  const outline = readableOffers([word, caption]).find(({ kind }) => kind === 'outline')
  expect(outline?.patch).toMatchObject({ stroke: { color: '#000000' } })
})

test('offers the same for a caption as for very many like it', () => {
  const one = { ...letters(plain), backdrop: [WHITE] }
  expect(readableOffers(Array.from({ length: 150_000 }, () => one))).toEqual(readableOffers([one]))
})

test('what is offered for several looks reaches nearly 4.5 over every colour behind them', () => {
  const caption = fc.record({ template: fc.constantFrom(...TEMPLATES), backdrop: fc.array(anyRgb, { minLength: 50 }) })
  fc.assert(
    fc.property(fc.array(caption, { minLength: 1, maxLength: 3 }), (captions) => {
      const measured = captions.map(({ template, backdrop }) => ({ ...letters(template), backdrop }))
      for (const { patch } of readableOffers(measured))
        for (const { look, accent, backdrop } of measured)
          expect(worstContrast({ look: { ...look, ...patch } as Look, accent }, backdrop)).toBeGreaterThan(4.4)
    }),
  )
})

test('what is offered for a template reaches 4.5 once it is applied', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEMPLATES), anyBackdrop, (template, backdrop) => {
      for (const { patch, ratio } of readableOffers([{ ...letters(template), backdrop }])) {
        const applied = worstContrast(letters(applyPatches(template, [patch])), backdrop)
        expect(applied).toBeCloseTo(ratio, 6)
        expect(applied).toBeGreaterThanOrEqual(READABLE)
      }
    }),
  )
})

function letters(look: Look): Lettering {
  return { look, accent: look.accents[0] ?? '#FFFFFF' }
}
