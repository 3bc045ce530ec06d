/** Where two lists differ: items before `start`, and as many at the end as lie behind the two ends, are the same objects. */
export type ChangedRange = {
  readonly start: number
  /** Past the last item of the earlier list that differs. */
  readonly endBefore: number
  /** Past the last item of the later list that differs. */
  readonly endAfter: number
}

/** Compares two versions of a list by the identity of their items; an empty range at the end when they are equal. */
export function changedRange(before: readonly unknown[], after: readonly unknown[]): ChangedRange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let same = 0
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1
  return { start, endBefore: before.length - same, endAfter: after.length - same }
}
