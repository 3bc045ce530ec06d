import { expect, test } from 'vitest'
import { applyPatches } from './apply-patches.ts'
import { TEMPLATES, newestTemplate } from './catalogue.ts'
import { type ColorField, LOOK_GROUPS, type SliderField } from './look-field.ts'
import { type DescribedField, describeLook, LOOK_FIELDS, patchAt } from './look-fields.ts'
import { LookPatch } from './look-patch.ts'

const FIELDS = Object.entries(LOOK_FIELDS)

test('gives every field a unique label, and every group a field', () => {
  const labels = FIELDS.map(([, { label }]) => label)
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
  const used = new Set(FIELDS.map(([, { group }]) => group))
  expect(LOOK_GROUPS.filter(({ id }) => !used.has(id))).toEqual([])
})

test.each(FIELDS)('%s: offers only valid patches', (path, field) => {
  const patches = offered(field).map((value) => nested(path, value))
  expect(patches).not.toEqual([])
  for (const patch of patches) expect(LookPatch.safeParse(patch).success, JSON.stringify(patch)).toBe(true)
})

test.each(TEMPLATES)("$id: has slider ranges that include the template's values", (template) => {
  for (const field of describeLook(template)) {
    if (field.control !== 'slider') continue
    expect(field.value, field.path).toBeGreaterThanOrEqual(field.min)
    expect(field.value, field.path).toBeLessThanOrEqual(field.max)
  }
})

test('describes the fields with an effect in the look, with their values', () => {
  const karaoke = pathsOf(describeLook(newestTemplate('karaoke')))
  expect(karaoke).toContain('box')
  expect(karaoke).toContain('stroke.width')
  expect(karaoke).not.toContain('box.color')
  expect(karaoke).not.toContain('animation.enter.ms')
  const size = describeLook(newestTemplate('karaoke')).find(({ path }) => path === 'font.size')
  expect(size).toMatchObject({ label: 'Size', group: 'basics', unit: 'height', value: 0.042 })
})

test('measures all lengths of a group of the panel in shares of one thing', () => {
  for (const { id } of LOOK_GROUPS) {
    const units = FIELDS.filter(([, { group }]) => group === id).flatMap(([, field]) => {
      if (field.control === 'slider') return [field.unit]
      if (field.control !== 'list') return []
      const parts = Object.values<SliderField | ColorField>(field.fields)
      return parts.flatMap((part) => (part.control === 'slider' ? [part.unit] : []))
    })
    const lengths = new Set(units.filter((unit) => ['em', 'height', 'width'].includes(unit)))
    expect(lengths.size, id).toBeLessThan(2)
  }
})

test('describes a part that a look leaves out as off, and a field by its default', () => {
  const described = describeLook(newestTemplate('karaoke'))
  const valueOf = (path: string) => described.find((field) => field.path === path)?.value
  expect([valueOf('transform'), valueOf('animation.exit'), valueOf('animation.stepMs')]).toEqual([null, null, 0])
  expect(pathsOf(described)).not.toContain('transform.tilt')
})

test('describes a chosen animation with its times and amounts', () => {
  const template = newestTemplate('karaoke')
  const presets = FIELDS.flatMap(([path, field]) =>
    path.endsWith('.preset') && field.control === 'choice' ? [{ path, ...field }] : [],
  )
  expect(presets.map(({ path }) => path)).toEqual([
    'animation.enter.preset',
    'animation.exit.preset',
    'animation.letters.preset',
    'animation.active.preset',
  ])
  for (const { options, also = {} } of presets) {
    expect(Object.keys(also)).toEqual(Object.keys(options).filter((preset) => preset !== 'none'))
  }
  const enter = presets.flatMap(({ also = {} }) => Object.entries(also)).find(([preset]) => preset === 'rise')
  const look = applyPatches(template, [enter?.[1] ?? {}, patchAt('animation.enter.preset', 'rise')])
  expect(look.animation.enter).toEqual({ preset: 'rise', ms: 220, ease: 'out', amount: 0.4 })
})

test('describes again only the fields whose content another look changes', () => {
  const template = newestTemplate('karaoke')
  const before = describeLook(template)
  const again = (patch: LookPatch) =>
    describeLook(applyPatches(template, [patch]), before).filter((field) => !before.includes(field))
  expect(pathsOf(again({}))).toEqual([])
  expect(pathsOf(again(patchAt('font.size', 0.05)))).toEqual(['font.size'])
  // Another family offers other weights.
  expect(pathsOf(again(patchAt('font.family', 'oswald')))).toEqual(['font.family', 'font.weight'])
})

test('rejects an invalid value of a field', () => {
  expect(patchAt('stroke.width', 0.2)).toEqual({ stroke: { width: 0.2 } })
  expect(patchAt('box', null)).toEqual({ box: null })
  expect(() => patchAt('fill.active', 'url(x)')).toThrow()
})

function pathsOf(fields: readonly DescribedField[]): string[] {
  return fields.map(({ path }) => path)
}

function nested(path: string, value: unknown): unknown {
  return path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value)
}

/** The extreme values that a control offers. */
function offered(field: (typeof FIELDS)[number][1]): unknown[] {
  switch (field.control) {
    case 'slider':
      return [field.min, field.max]
    case 'color':
      return ['#12abEF', field.hasOpacity && '#12abEF80', field.optional?.off, field.optional?.start].filter(
        (value) => value !== undefined,
      )
    case 'switch':
      return [field.on, field.off]
    case 'choice':
      return Object.keys(field.options).map((value) => (/^\d+$/.test(value) ? Number(value) : value))
    case 'count':
      return [null, 1, field.max]
    case 'section':
      return [null, field.start]
    case 'colors':
      return [[], Array.from({ length: field.max }, () => field.start)]
    case 'list':
      return [
        Array.from({ length: field.min ?? 0 }, () => field.start),
        Array.from({ length: field.max }, () => field.start),
        ...(['min', 'max'] as const).map((end) => {
          const sliders = Object.entries<SliderField | ColorField>(field.fields).flatMap(([key, part]) =>
            part.control === 'slider' ? [[key, part[end]] as const] : [],
          )
          return Array.from({ length: field.max }, () => ({ ...field.start, ...Object.fromEntries(sliders) }))
        }),
      ]
    default:
      return field satisfies never
  }
}
