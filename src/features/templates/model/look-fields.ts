import type { Look } from './look.ts'
import type { ColorField, ListField, LookFields, LookPath, SliderField, ValueAt } from './look-field.ts'
import { ANIMATION_FIELDS } from './look-fields/animation-fields.ts'
import { DECORATION_FIELDS } from './look-fields/decoration-fields.ts'
import { LAYOUT_FIELDS } from './look-fields/layout-fields.ts'
import { TEXT_FIELDS } from './look-fields/text-fields.ts'
import { LookPatch } from './look-patch.ts'

/** Label, bounds and control of every field of a look, for the style panel and the printed format. */
export const LOOK_FIELDS: LookFields = { ...TEXT_FIELDS, ...LAYOUT_FIELDS, ...DECORATION_FIELDS, ...ANIMATION_FIELDS }

/** A field with its value in a look. */
export type DescribedField = {
  [Path in LookPath]: LookFields[Path] & { readonly path: Path; readonly value: ValueAt<Path> }
}[LookPath]

/** The fields with an effect in this look, with their values, in the order of the style panel. */
export function describeLook(look: Look): DescribedField[] {
  const described = Object.entries(LOOK_FIELDS).map(([path, field]) => ({ ...field, path, value: valueAt(look, path) }))
  const shown = described.filter(({ value, when }) => value !== undefined && when?.(look) !== false)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value at a path has the type of that path
  return shown as DescribedField[]
}

/** A field of a list item, with its value. */
export type DescribedItemField = { readonly key: string } & (
  | (SliderField & { readonly value: number })
  | (ColorField & { readonly value: string })
)

/** The fields of a list item, with their values. */
export function describeItem<Item extends object>(list: ListField<Item>, item: Item): DescribedItemField[] {
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
  const nested = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return LookPatch.parse(nested)
}

/** The value at a path; undefined inside a missing part. */
function valueAt(look: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
      look,
    )
}
