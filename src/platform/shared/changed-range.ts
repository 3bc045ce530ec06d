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
  if (before === after) return { start: before.length, endBefore: before.length, endAfter: before.length }
  const known = lastRanges.get(after)
  if (known?.before === before) return known.range
  const range = changedRangeBy(before, after, (one, other) => one === other)
  lastRanges.set(after, { before, range })
  return range
}

/** Whether the range between two versions is known without a comparison. */
export function isRangeKnown(before: object, after: object): boolean {
  return before === after || lastRanges.get(after)?.before === before
}

/**
 * A list with a range replaced, and the range noted. An edit that keeps the length copies the list once.
 * @param endBefore exclusive
 */
export function replaceRange<Item>(
  before: readonly Item[],
  { start, endBefore }: { readonly start: number; readonly endBefore: number },
  inserted: readonly Item[],
): Item[] {
  const endAfter = start + inserted.length
  const hasSameLength = endAfter === endBefore
  const after = hasSameLength ? before.slice() : before.slice(0, start).concat(inserted, before.slice(endBefore))
  if (hasSameLength) for (const [at, item] of inserted.entries()) after[start + at] = item
  noteChangedRange(before, after, { start, endBefore, endAfter })
  return after
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
