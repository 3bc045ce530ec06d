import { isSameValue } from './same-value.ts'

/**
 * A three-way merge: what `own` has unchanged from `before` becomes that of `after`, section by section.
 * @returns undefined for an absent value
 */
export function mergeChanges(before: unknown, own: unknown, after: unknown): unknown {
  if (isSameValue(own, before)) return after
  if (!isSection(own)) return own
  const [was, will] = [isSection(before) ? before : {}, isSection(after) ? after : {}]
  const names = [...new Set([...Object.keys(own), ...Object.keys(will)])]
  const merged = names.map((name) => [name, mergeChanges(was[name], own[name], will[name])] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

type Section = Readonly<Record<string, unknown>>

/** Whether a value has named parts. */
export function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
