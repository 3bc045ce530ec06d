import { expect, test } from 'vitest'
import { applyPatches } from './apply-patches.ts'
import { TEMPLATES } from './catalogue.ts'
import { Look } from './look.ts'
import { completePatch } from './look-fields.ts'
import { LookPatch, mergePatches } from './look-patch.ts'
import type { Template } from './template.ts'

test.each(TEMPLATES)('$id: can patch every field of a look', (template) => {
  const look = lookOf(template)
  expect(LookPatch.parse(look)).toEqual(look)
  for (const patch of singlePatches(look)) expect(LookPatch.parse(patch)).toEqual(patch)
})

test.each(TEMPLATES)('$id: can be made from any template by patches of all its fields', (template) => {
  for (const other of TEMPLATES) {
    const patched = applyPatches(other, [completePatch(template)])
    expect(completePatch(patched), other.id).toEqual(completePatch(template))
  }
})

test.each([
  {},
  { font: { family: 'My Brand-2', weight: 850, size: 0.05, case: 'upper' } },
  { fill: { upcoming: '#ffffff', active: '#FFE14DCC', spoken: '#0a0a0a' } },
  { stroke: { width: 0 }, box: { color: '#00000080' } },
  { layout: { y: 0.3, align: 'start', maxWords: null } },
])('reads the patch %j, as saved before patches were derived', (patch) => {
  expect(LookPatch.parse(patch)).toEqual(patch)
})

test.each([
  { fill: { active: 'url(x)' } },
  { fill: { blink: true } },
  { font: { weight: 5_000 } },
  { font: { family: 'x'.repeat(81) } },
  { stroke: { width: 0.6 } },
  { accents: Array.from({ length: 9 }, () => '#ffffff') },
  { shadows: [{ x: 0, y: 0, blur: 0 }] },
  { shadows: [{ x: 0, y: 0, blur: 0.6, color: '#000000' }] },
  { animation: { enter: { ms: 1e9 } } },
  { format: 'wordpop-template/1' },
  { script: 'alert(1)' },
])('refuses the patch %j', (patch) => {
  expect(LookPatch.safeParse(patch).success).toBe(false)
})

test('merges patches field by field at any depth; lists and null replace values', () => {
  const under: LookPatch = {
    font: { size: 0.05 },
    box: { color: '#111111' },
    accents: ['#111111', '#222222'],
    animation: { enter: { preset: 'rise', ms: 200 } },
  }
  expect(
    mergePatches(under, { font: { case: 'upper' }, box: null, accents: [], animation: { enter: { ms: 90 } } }),
  ).toEqual({
    font: { size: 0.05, case: 'upper' },
    box: null,
    accents: [],
    animation: { enter: { preset: 'rise', ms: 90 } },
  })
  expect(mergePatches(under, { stroke: { width: 0.1 } })).toEqual({ ...under, stroke: { width: 0.1 } })
  expect(mergePatches({ box: null }, { box: { color: '#222222' } })).toEqual({ box: { color: '#222222' } })
  expect(mergePatches(under, {})).toEqual(under)
})

/** The look of a template, without its name and format. */
function lookOf(template: Template): Look {
  return Look.parse(Object.fromEntries(Object.keys(Look.shape).map((key) => [key, Reflect.get(template, key)])))
}

/** A separate patch for each field of a look. */
function singlePatches(section: object): object[] {
  return Object.entries(section).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? singlePatches(value).map((patch) => ({ [key]: patch }))
      : [{ [key]: value }],
  )
}
