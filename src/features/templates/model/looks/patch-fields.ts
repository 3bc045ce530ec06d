import { LOOK_FIELDS } from '../look-fields.ts'
import { LookPatch } from '../look-patch.ts'

/**
 * A patch without some of its fields; sections that are empty without them go too. A whole section can be named.
 * @returns a new patch
 */
export function withoutFields(patch: LookPatch, paths: readonly string[]): LookPatch {
  return LookPatch.parse(paths.reduce<object>((rest, path) => without(rest, path.split('.')), patch))
}

/** The paths of a patch, without those of its sections. */
export function pathsOf(patch: object, under = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    if (value === undefined) return []
    const path = under === '' ? key : `${under}.${key}`
    return isSection(value) ? pathsOf(value, path) : [path]
  })
}

/** What single words can have of a patch. */
export function perWordFields(patch: LookPatch): LookPatch {
  const shared = Object.entries(LOOK_FIELDS).flatMap(([path, { perWord }]) => (perWord ? [] : [path]))
  return withoutFields(
    patch,
    pathsOf(patch).filter((path) => shared.includes(path) || !(path in LOOK_FIELDS)),
  )
}

function without(section: object, [key = '', ...rest]: readonly string[]): object {
  const { [key]: value, ...others }: Readonly<Record<string, unknown>> = { ...section }
  if (rest.length === 0 || !isSection(value)) return rest.length === 0 || value === undefined ? others : section
  const left = without(value, rest)
  return Object.keys(left).length === 0 ? others : { ...section, [key]: left }
}

function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
