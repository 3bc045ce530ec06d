import { applyPatches } from '../apply-patches.ts'
import { nearestTemplate } from '../catalogue.ts'
import { describeLook } from '../look-fields.ts'
import type { Template } from '../template.ts'
import type { SavedLook } from './saved-look.ts'

/** Whether two looks have the same template, and changes that draw the same. A change to the template's own value is none. */
export function isSameLook(one: SavedLook, other: SavedLook): boolean {
  if (!isEqual(one.template, other.template)) return false
  if (isEqual(one.patch, other.patch)) return true
  const template = nearestTemplate(one.template)
  return isEqual(shown(one), shown(other))

  // A saved look names the defaults of its parts, such as a box without a border; the captions it came from may not.
  function shown({ patch }: SavedLook) {
    return describeLook(applyPatches(template, [patch])).map(({ path, value }) => [path, value])
  }
}

/** Whether two versions of a template, fitted to the same picture, draw the same. */
export function isSameVersion(one: Template, other: Template): boolean {
  const { version, format } = other
  return isEqual({ ...one, version, format }, other)
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
