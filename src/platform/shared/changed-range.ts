/** Where two lists differ. Items before `start`, and those behind the two ends, are the same. */
export type ChangedRange = {
  readonly start: number
  /** Past the last item of the earlier list that differs. */
  readonly endBefore: number
  /** Past the last item of the later list that differs. */
  readonly endAfter: number
}

/**
 * Compares two versions of a list from both ends; an empty range at the end where they are equal.
 * @param isSame default: the same object
 */
export function changedRange<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean = (one, other) => one === other,
): ChangedRange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start += 1
  let same = 0
  while (same < shorter - start && isSame(before[before.length - 1 - same], after[after.length - 1 - same])) same += 1
  return { start, endBefore: before.length - same, endAfter: after.length - same }
}
