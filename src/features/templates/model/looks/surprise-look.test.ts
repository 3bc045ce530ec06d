import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatches } from '../apply-patches.ts'
import { TEMPLATES } from '../catalogue.ts'
import { Look } from '../look.ts'
import { contrastRatio } from './contrast.ts'
import { PALETTES } from './palettes.ts'
import { surpriseLook } from './surprise-look.ts'

const anyTemplate = fc.constantFrom(...TEMPLATES)
const anySeed = fc.integer()

test('is always a valid look, on every template', () => {
  fc.assert(
    fc.property(anyTemplate, anySeed, (template, seed) => {
      const look = applyPatches(template, [surpriseLook(seed)])
      const fields = Object.fromEntries(Object.entries(look).filter(([key]) => key in Look.shape))
      expect(Look.safeParse(fields).error).toBeUndefined()
    }),
  )
})

test('gives all letters a contrast of 4.5 with an opaque outline or box around all of them', () => {
  fc.assert(
    fc.property(anyTemplate, anySeed, (template, seed) => {
      const { fill, accents, accentActive, emphasis, stroke, box } = applyPatches(template, [surpriseLook(seed)])
      const around = stroke?.color ?? (box === null || box.scope === 'word' ? null : box.color)
      if (around === null || around.length > 7) throw new Error('nothing opaque is around the letters')
      const letters = [fill.upcoming, fill.spoken, emphasis.color ?? fill.upcoming]
      for (const color of [...letters, ...(accentActive ? accents : [fill.active])])
        expect(contrastRatio(color, around)).toBeGreaterThanOrEqual(4.5)
      expect(fill.gradientTo).toBeNull()
    }),
  )
})

test('is the same for the same seed, keeps size and place, and surprises', () => {
  expect(surpriseLook(7)).toEqual(surpriseLook(7))
  expect(surpriseLook(7)).not.toHaveProperty('layout')
  expect(surpriseLook(7).font).not.toHaveProperty('size')
  const looks = new Set(Array.from({ length: 100 }, (_, seed) => JSON.stringify(surpriseLook(seed))))
  expect(looks.size).toBeGreaterThan(95)
})

test('has palettes with a contrast of 4.5 between all letters and the ground', () => {
  for (const { ground, text, accents } of PALETTES)
    for (const color of [text, ...accents])
      expect(contrastRatio(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5)
})
