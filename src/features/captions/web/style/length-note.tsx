import type { DescribedField, SliderUnit } from '#features/templates/model/index.ts'

/** What the percentage of a length refers to. */
export const WHOLES = {
  em: 'the text size',
  height: 'the video’s height',
  width: 'the video’s width',
} as const satisfies Partial<Record<SliderUnit, string>>

/** Says once for several controls what their lengths are percentages of. */
export function LengthNote({ whole }: { readonly whole: string }) {
  return <p className="col-span-full text-xs text-muted">Lengths in % of {whole}</p>
}

/** The first field of a group with a length, and what that is a percentage of; undefined for a group without lengths. */
export function firstLength(fields: readonly DescribedField[]) {
  const lengths = fields.flatMap((field) =>
    unitsOf(field)
      .filter(isLength)
      .map((unit) => ({ path: field.path, whole: WHOLES[unit] })),
  )
  return lengths[0]
}

/** The units of a field and, for a list with items, of the fields of one item. */
function unitsOf(field: DescribedField): SliderUnit[] {
  if (field.control === 'slider') return [field.unit]
  if (field.control !== 'list' || field.value.length === 0) return []
  return Object.values(field.fields).flatMap((each) => (each.control === 'slider' ? [each.unit] : []))
}

function isLength(unit: SliderUnit): unit is keyof typeof WHOLES {
  return unit in WHOLES
}
