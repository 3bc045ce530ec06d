import { applyPatches } from '../apply-patches.ts'
import { nearestTemplate } from '../catalogue.ts'
import { LOOK_FIELDS } from '../look-fields.ts'
import type { Template } from '../template.ts'
import type { SavedLook } from './saved-look.ts'

/** Whether two looks have the same template, and changes that draw the same. A change to the template's own value is none. */
export function isSameLook(one: SavedLook, other: SavedLook): boolean {
  if (!isEqual(one.template, other.template)) return false
  if (isEqual(one.patch, other.patch)) return true
  const template = nearestTemplate(one.template)
  return drawSame(applyPatches(template, [one.patch]), applyPatches(template, [other.patch]), '')
}

/** Whether two versions of a template, fitted to the same picture, draw the same. */
export function isSameVersion(one: Template, other: Template): boolean {
  const { version, format } = other
  return isEqual({ ...one, version, format }, other)
}

/** Whether two parts of looks draw the same: a saved look names defaults that the captions it came from leave out. */
function drawSame(one: unknown, other: unknown, path: string): boolean {
  if (!isPart(one) || !isPart(other)) return isEqual(one, other)
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => {
    const field = path === '' ? key : `${path}.${key}`
    const valueIn = (part: object): unknown => Reflect.get(part, key) ?? DEFAULTS.get(field)
    return drawSame(valueIn(one), valueIn(other), field)
  })
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The values of fields that a look leaves out; for an optional part, off. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  Object.entries(LOOK_FIELDS).map(([path, { control, ...field }]) => [
    path,
    control === 'section' || !('absent' in field) ? null : field.absent,
  ]),
)

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [fields, others] = [fieldsOf(one), fieldsOf(other)]
  return fields.size === others.size && [...fields].every(([key, value]) => isEqual(value, others.get(key)))
}

function fieldsOf(section: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(section).filter(([, value]) => value !== undefined))
}
