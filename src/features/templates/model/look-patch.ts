import { z } from 'zod'
import { Look } from './look.ts'

/**
 * Maximum blur of a shadow in a patch, em. Three shadows with this blur take 20 ms to draw in a 1080p frame with the
 * largest letters; with twice the blur, 120 ms.
 */
const MOST_BLUR = 0.5

/**
 * Fields with other values in a patch than in a look: families and weights of saved patches beyond the shipped fonts,
 * and lower limits for sent values.
 */
const PATCH_VALUES = {
  'font.family': z.string().regex(/^(?:own:[0-9a-f-]{36}|[\w .-]{1,80})$/),
  'font.weight': z.int().min(100).max(1_000),
  'stroke.width': z.number().min(0).max(0.5),
  shadows: Look.shape.shadows.refine(
    (shadows) => shadows.every(({ blur }) => blur <= MOST_BLUR),
    `A shadow has at most ${MOST_BLUR} em of blur`,
  ),
}
type PatchValues = typeof PATCH_VALUES

/** All fields optional, at any depth. Lists are replaced as a whole, and null is a value where the look allows it. */
type PatchOf<Value, Path extends string = ''> = Path extends keyof PatchValues
  ? z.output<PatchValues[Path]>
  : Value extends readonly unknown[]
    ? Value
    : Value extends object
      ? { [Key in keyof Value & string]?: PatchOf<Value[Key], Path extends '' ? Key : `${Path}.${Key}`> | undefined }
      : Value

/**
 * A change of a look, in the look's names and units. Absent fields keep the values of the template, also of a newer
 * version.
 */
export type LookPatch = PatchOf<Look>
/** The schema of {@link LookPatch}, derived from the schema of `Look` on first use: it has a thousand parts. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot follow a recursion over a schema; look-patch.test.ts compares every field
export const LookPatch: z.ZodType<LookPatch> = z.lazy(() => patchOf(Look, '') as z.ZodType<LookPatch>)

function patchOf(schema: z.core.$ZodType, path: string): z.core.$ZodType {
  const own: z.ZodType | undefined = new Map<string, z.ZodType>(Object.entries(PATCH_VALUES)).get(path)
  if (own !== undefined) return own
  if (schema instanceof z.ZodNullable) return z.nullable(patchOf(schema.unwrap(), path))
  if (schema instanceof z.ZodOptional) return patchOf(schema.unwrap(), path)
  const fields = fieldsOf(schema)
  if (fields === null) return schema
  const optional = fields.map(([key, field]) => [key, z.optional(patchOf(field, path === '' ? key : `${path}.${key}`))])
  return z.strictObject(Object.fromEntries(optional))
}

type Field = readonly [string, z.core.$ZodType]

/** The fields of an object schema, or of all effects of a union; null for other schemas. */
function fieldsOf(schema: z.core.$ZodType): readonly Field[] | null {
  if (schema instanceof z.ZodObject) return Object.entries<z.core.$ZodType>(schema.shape)
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return null
  const schemas = new Map<string, Set<z.core.$ZodType>>()
  for (const option of schema.options)
    for (const [key, field] of fieldsOf(option) ?? []) schemas.set(key, (schemas.get(key) ?? new Set()).add(field))
  return [...schemas].map(([key, fields]): Field => [key, anyOf([...fields])])
}

function anyOf(schemas: readonly z.core.$ZodType[]): z.core.$ZodType {
  const [only, ...others] = schemas
  return only !== undefined && others.length === 0 ? only : z.union(schemas)
}

/**
 * Merges two patches field by field; `over` wins.
 * @returns a new patch; the inputs stay unchanged
 */
export function mergePatches(under: LookPatch, over: LookPatch): LookPatch {
  return overlay(under, over)
}

/** Replaces fields of `under` by those of `over`, at any depth. */
export function overlay<Value extends object>(under: Value, over: object): Value {
  const merged = new Map<string, unknown>(Object.entries(under))
  for (const [key, value] of Object.entries(over)) {
    const before = merged.get(key)
    if (value !== undefined) merged.set(key, isSection(before) && isSection(value) ? overlay(before, value) : value)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a patch has the names and values of its look
  return Object.fromEntries(merged) as Value
}

function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
