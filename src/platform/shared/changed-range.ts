/** The range in which two lists differ. Items before `start` and after the two ends are equal. */
export type ChangedRange = {
  readonly start: number
  /** Exclusive end of the range in the earlier list. */
  readonly endBefore: number
  /** Exclusive end of the range in the later list. */
  readonly endAfter: number
}

/** The last comparison of each later list. Several parts of a page ask for the range of the same edit. */
const lastRanges = new WeakMap<object, { readonly before: object; readonly range: ChangedRange }>()

/** Compares two versions of a list, which never change, from both ends. Equal lists give an empty range at the end. */
export function changedRange<Item>(before: readonly Item[], after: readonly Item[]): ChangedRange {
  const known = lastRanges.get(after)
  if (known?.before === before) return known.range
  const range = changedRangeBy(before, after, (one, other) => one === other)
  lastRanges.set(after, { before, range })
  return range
}

/** Notes where two versions of a list differ, for who made the later one by replacing that range. */
export function noteChangedRange(before: object, after: object, range: ChangedRange): void {
  lastRanges.set(after, { before, range })
}

/** The same by another equality than identity. @see changedRange */
export function changedRangeBy<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean,
): ChangedRange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start += 1
  let same = 0
  while (same < shorter - start && isSame(before[before.length - 1 - same], after[after.length - 1 - same])) same += 1
  return { start, endBefore: before.length - same, endAfter: after.length - same }
}
