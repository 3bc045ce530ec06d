import { expect, test } from 'vitest'
import { newestTemplate } from '../catalogue.ts'
import type { LookPatch } from '../look-patch.ts'
import { isSameLook } from './same-look.ts'

const PATCH: LookPatch = { font: { size: 0.06, weight: 900 }, accents: ['#FF0000', '#00FF00'], stroke: null }

test('knows a saved look again, which names the defaults that the captions leave out', () => {
  const template = { id: 'karaoke', version: 2 }
  const box = { scope: 'line', color: '#000000CC', radius: 0.2, padX: 0.3, padY: 0.1 } as const
  const saved: LookPatch = { box: { ...box, shape: 'round', blur: 0, border: null, shadow: null } }
  expect(isSameLook({ template, patch: saved }, { template, patch: { box } })).toBe(true)
  expect(isSameLook({ template, patch: saved }, { template, patch: { box: { ...box, blur: 0.2 } } })).toBe(false)
})

test.each<[what: string, one: LookPatch, other: LookPatch, isSame: boolean]>([
  ['capitals that keywords have from the other words', { emphasis: { case: 'upper' } }, {}, true],
  ['keywords as typed among capitals', { emphasis: { case: 'as-typed' } }, {}, false],
  ['a name without a look of its own', { emphasis: { name: null } }, {}, true],
  ['a name in another colour', { emphasis: { name: { color: '#FF0000', scale: 1 } } }, {}, false],
  ['no glow', { glow: [] }, {}, true],
  ['a glow', { glow: [{ radius: 0.2, color: '#FF0000', strength: 1 }] }, {}, false],
])('in a template of capitals, %s: draws the same as the template or not', (_, one, other, isSame) => {
  const { id, version } = newestTemplate('bounce')
  const [a, b] = [one, other].map((patch) => ({ template: { id, version }, patch }))
  if (a === undefined || b === undefined) throw new Error('no looks')
  expect(isSameLook(a, b)).toBe(isSame)
})

test.each<[patch: LookPatch, isSame: boolean]>([
  [{ stroke: null, accents: ['#FF0000', '#00FF00'], font: { weight: 900, size: 0.06 }, box: undefined }, true],
  [{ ...PATCH, font: { ...PATCH.font, family: newestTemplate('karaoke').font.family } }, true],
  [{ ...PATCH, accents: ['#00FF00', '#FF0000'] }, false],
  [{ ...PATCH, stroke: undefined }, false],
  [{ ...PATCH, font: { size: 0.06 } }, false],
])('compares what changes draw, whatever the order of their fields: %j', (patch, isSame) => {
  const template = { id: 'karaoke', version: 1 }
  expect(isSameLook({ template, patch: PATCH }, { template, patch })).toBe(isSame)
  expect(isSameLook({ template, patch }, { template: { ...template, version: 2 }, patch })).toBe(false)
})
