import { Look } from './look.ts'
import type { ColorField, ListField, LookFields, LookPath, SliderField, ValueAt } from './look-field.ts'
import { ANIMATION_FIELDS } from './look-fields/animation-fields.ts'
import { DECORATION_FIELDS } from './look-fields/decoration-fields.ts'
import { EMPHASIS_FIELDS } from './look-fields/emphasis-fields.ts'
import { LAYOUT_FIELDS } from './look-fields/layout-fields.ts'
import { TEXT_FIELDS } from './look-fields/text-fields.ts'
import { LookPatch, overlay } from './look-patch.ts'

/** Label, bounds and control of every field of a look, for the style panel and the printed format. */
export const LOOK_FIELDS: LookFields = {
  ...TEXT_FIELDS,
  ...EMPHASIS_FIELDS,
  ...LAYOUT_FIELDS,
  ...DECORATION_FIELDS,
  ...ANIMATION_FIELDS,
}

/** A field with its value in a look. */
export type DescribedField = {
  [Path in LookPath]: LookFields[Path] & { readonly path: Path; readonly value: ValueAt<Path> }
}[LookPath]

/**
 * The fields with an effect in this look, with their values, in the order of the style panel.
 * @param before fields of another look; those with the same content are the same objects. Default: none
 */
export function describeLook(look: Look, before: readonly DescribedField[] = []): DescribedField[] {
  const known = new Map<string, DescribedField>(before.map((field) => [field.path, field]))
  const shown = Object.entries(LOOK_FIELDS).flatMap(([path, field]) => {
    const own = valueAt(look, path)
    // A field inside a missing part does not exist. Elsewhere, a section that a look leaves out is off.
    const absent = hasParent(look, path) ? absentValue(field, look) : undefined
    const value = own === undefined ? absent : own
    if (value === undefined || field.when?.(look) === false) return []
    const last = known.get(path)
    const described = offered(field, look)
    return last !== undefined && isAsBefore(last, described, value) ? [last] : [{ ...described, path, value }]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value at a path has the type of that path
  return shown as DescribedField[]
}

/** The field with a value that a patch gives it. */
export function withValue(field: DescribedField, value: unknown): DescribedField {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value at a path has the type of that path
  return { ...field, value } as DescribedField
}

function isAsBefore(before: DescribedField, field: LookFields[LookPath], value: unknown): boolean {
  const hasSameOptions =
    before.control !== 'choice' || field.control !== 'choice' || isSameContent(before.options, field.options)
  return hasSameOptions && isSameContent(before.value, value)
}

function isSameContent(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}

/** A field of a list item, with its value. */
export type DescribedItemField = { readonly key: string } & (
  | (SliderField & { readonly value: number })
  | (ColorField & { readonly value: string })
)

/** A list as its control sees it: parts of any kind. */
export type AnyListField = Omit<ListField<object>, 'fields'> & {
  readonly fields: Readonly<Record<string, SliderField | ColorField>>
}

/** The fields of a list item, with their values. */
export function describeItem(list: AnyListField, item: object): DescribedItemField[] {
  const described = Object.entries<SliderField | ColorField>(list.fields).map(([key, field]) => ({
    ...field,
    key,
    value: valueAt(item, key),
  }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ListField` gives each value its control
  return described as DescribedItemField[]
}

/**
 * A patch of one field.
 * @throws ZodError for an invalid value
 */
export function patchAt(path: LookPath, value: unknown): LookPatch {
  return LookPatch.parse(nested(path, value))
}

/** The field with only those options that the look can choose. */
function offered(field: LookFields[LookPath], look: Look): LookFields[LookPath] {
  if (field.control !== 'choice' || field.offers === undefined) return field
  const labels: Readonly<Record<string, string>> = field.options
  const options = field.offers(look).map((value) => [value, labels[value] ?? String(value)])
  return { ...field, options: Object.fromEntries(options) }
}

/**
 * A patch of all fields of a look: it gives any template this look. Parts that the look leaves out are off; a look read
 * as a patch would keep those of the template.
 * @param over the look that the patch is for: a field that follows another in both stays out. Default: any look
 */
export function completePatch(look: Look, over?: Look): LookPatch {
  return Object.entries(LOOK_FIELDS).reduce<LookPatch>(
    (patch, [path, field]) => {
      if (valueAt(look, path) !== undefined || !hasParent(look, path)) return patch
      const follows = typeof field.absent === 'function'
      if (follows && over !== undefined && valueAt(over, path) === undefined) return patch
      const absent = absentValue(field, look)
      return absent === undefined ? patch : overlay(patch, nested(path, absent))
    },
    LookPatch.parse(Object.fromEntries(Object.keys(Look.shape).map((key) => [key, Reflect.get(look, key)]))),
  )
}

/** What a look draws where it leaves a field out; null for a section that is off, undefined without a default. */
export function absentValue(field: LookFields[LookPath], look: Look): unknown {
  if (field.control === 'section') return null
  return typeof field.absent === 'function' ? field.absent(look) : field.absent
}

function hasParent(look: object, path: string): boolean {
  const dot = path.lastIndexOf('.')
  const parent = dot === -1 ? look : valueAt(look, path.slice(0, dot))
  return typeof parent === 'object' && parent !== null
}

function nested(path: string, value: unknown): object {
  return path
    .split('.')
    .reduceRight<object>((inner, key, at, keys) => ({ [key]: at === keys.length - 1 ? value : inner }), {})
}

/** The value of a look or a patch at a path; undefined inside a missing part. */
export function valueAt(look: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
      look,
    )
}
