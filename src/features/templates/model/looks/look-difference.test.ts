import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatches } from '../apply-patches.ts'
import { newestTemplate, TEMPLATES } from '../catalogue.ts'
import { completePatch } from '../look-fields.ts'
import type { LookPatch } from '../look-patch.ts'
import { lookDifference } from './look-difference.ts'
import { surpriseLook } from './surprise-look.ts'

const anyTemplate = fc.constantFrom(...TEMPLATES)
const anyPatches = fc.array(fc.integer().map(surpriseLook), { maxLength: 2 })

test('turns any look into any other', () => {
  fc.assert(
    fc.property(anyTemplate, anyPatches, anyTemplate, anyPatches, (template, under, other, over) => {
      const wanted = applyPatches(other, over)
      const patch = lookDifference(template, under, wanted)
      if (patch === null) throw new Error('no patch')
      const got = applyPatches(template, [...under, patch])
      expect(completePatch(got)).toMatchObject(completePatch(wanted))
    }),
  )
})

test('names nothing but what differs', () => {
  const karaoke = newestTemplate('karaoke')
  expect(lookDifference(karaoke, [], karaoke)).toEqual({})
  expect(lookDifference(karaoke, [], applyPatches(karaoke, [{ font: { size: 0.06 } }]))).toEqual({
    font: { size: 0.06 },
  })
})

test('tagged words that follow the other words go on following them', () => {
  const bounce = newestTemplate('bounce')
  const wanted = applyPatches(bounce, [
    { emphasis: { name: { color: '#FF0000', scale: 1.2 } }, font: { case: 'lower' } },
  ])
  const patch = lookDifference(bounce, [], wanted)
  expect(patch).toEqual({
    emphasis: { name: expect.not.objectContaining({ case: expect.anything() }) },
    font: { case: 'lower' },
  })
  const own: LookPatch = { emphasis: { case: 'upper' } }
  expect(lookDifference(bounce, [own], wanted)).toMatchObject({ emphasis: { case: 'lower' } })
})

test('has no patch for a value beyond the limits of patches', () => {
  const karaoke = newestTemplate('karaoke')
  expect(lookDifference(karaoke, [], { ...karaoke, stroke: { width: 3, color: '#000000' } })).toBeNull()
})
