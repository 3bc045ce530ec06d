/** The range in which two lists differ. Items before `start` and after the two ends are equal. */
export type ChangedRange = {
  readonly start: number
  /** Exclusive end of the range in the earlier list. */
  readonly endBefore: number
  /** Exclusive end of the range in the later list. */
  readonly endAfter: number
}

/**
 * Compares two versions of a list from both ends. Equal lists give an empty range at the end.
 * @param isSame default: identity
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
