/** Whether two values are the same JSON. A field that is undefined counts as absent. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [mine, theirs] = [fieldsOf(one), fieldsOf(other)]
  return mine.size === theirs.size && [...mine].every(([name, value]) => isSameValue(value, theirs.get(name)))
}

function fieldsOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([, field]) => field !== undefined))
}
