import { applyPatches } from '../apply-patches.ts'
import { nearestTemplate } from '../catalogue.ts'
import { absentValue, LOOK_FIELDS, valueAt } from '../look-fields.ts'
import type { LookFields, LookPath } from '../look-field.ts'
import type { Look } from '../look.ts'
import type { Template } from '../template.ts'
import type { SavedLook } from './saved-look.ts'

/** Whether two looks have the same template, and changes that draw the same. A change to the template's own value is none. */
export function isSameLook(one: SavedLook, other: SavedLook): boolean {
  if (!isEqual(one.template, other.template)) return false
  if (isEqual(one.patch, other.patch)) return true
  const template = nearestTemplate(one.template)
  const looks = [one, other].map(({ patch }) => applyPatches(template, [patch]))
  return Object.entries(LOOK_FIELDS).every(([path, field]) => {
    const [mine, theirs] = looks.map((look) => drawnValue(look, path, field))
    // The fields of a part are compared one by one: a saved look names defaults that its captions may leave out.
    return isPart(mine) && isPart(theirs) ? true : isEqual(mine, theirs)
  })
}

/** Whether two versions of a template, fitted to the same picture, draw the same. */
export function isSameVersion(one: Template, other: Template): boolean {
  const { version, format } = other
  return isEqual({ ...one, version, format }, other)
}

function drawnValue(look: Look, path: string, field: LookFields[LookPath]): unknown {
  const own = valueAt(look, path)
  return (own === undefined ? absentValue(field, look) : own) ?? null
}

function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [fields, others] = [fieldsOf(one), fieldsOf(other)]
  return fields.size === others.size && [...fields].every(([key, value]) => isEqual(value, others.get(key)))
}

function fieldsOf(section: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(section).filter(([, value]) => value !== undefined))
}
