import { z } from 'zod'
import { replaceRange } from '#platform/shared/changed-range.ts'
import { AppError } from '#platform/shared/errors.ts'
import { dropIndex, indexOfId, inheritIndex } from '../id-index.ts'

type Identified = { readonly id: string }

/**
 * Replaces items of a list by others: the smallest change of a list. A splice that removes items is located by them;
 * one that only inserts is located by `after` (null: the start).
 */
export type Splice<Item> = { after: string | null; remove: string[]; insert: Item[] }

/** The schema of a splice over items of one kind. */
export function spliceOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ after: z.string().nullable(), remove: z.array(z.string()), insert: z.array(item) })
}

/** A changed list, and the splices that revert it exactly. */
export type Spliced<Item> = { readonly items: Item[]; readonly inverse: Splice<Item>[] }

/**
 * Applies splices in one pass. Unchanged items stay the same objects.
 * @param splices in list order, each relative to the list before all of them
 * @throws AppError `unprocessable` when a splice does not fit the list
 */
export function applySplices<Item extends Identified>(
  items: readonly Item[],
  splices: readonly Splice<Item>[],
): Spliced<Item> {
  refuseTakenIds(items, splices)
  // The items from the first splice to the end of the last; those beside them are copied at once.
  const changed: Item[] = []
  const inverse: Splice<Item>[] = []
  const placed: [string, number][] = []
  let begin = 0
  let taken = 0
  let moved = 0
  for (const [at, splice] of splices.entries()) {
    const start = placeOf(items, splice, taken)
    if (at === 0) begin = start
    else append(changed, items, taken, start)
    const after = (changed.at(-1) ?? items[begin - 1])?.id ?? null
    const removed = items.slice(start, start + splice.remove.length)
    for (const item of splice.insert) placed.push([item.id, begin + changed.push(item) - 1])
    inverse.push({ after, remove: splice.insert.map(({ id }) => id), insert: removed })
    taken = start + removed.length
    if (!isSameOrder(removed, splice.insert)) moved += Math.max(splice.insert.length, removed.length)
  }
  // Without splices, an empty range at the end, as a comparison of equal lists gives.
  if (splices.length === 0) begin = taken = items.length
  const next = replaceRange(items, { start: begin, endBefore: taken }, changed)
  inheritIndex(items, next, moved, placed)
  return { items: next, inverse }
}

/** Above this number of splices, one pass is faster. */
const FEW = 16

/**
 * Applies splices like `applySplices`, but in place and without an inverse. The caller must own the list.
 * @throws AppError `unprocessable` when a splice does not fit the list
 */
export function spliceInPlace<Item extends Identified>(items: Item[], splices: readonly Splice<Item>[]): void {
  if (splices.length > FEW) {
    const { items: next } = applySplices(items, splices)
    items.length = 0
    append(items, next, 0, next.length)
    dropIndex(items)
    return
  }
  let taken = 0
  const starts = splices.map((splice) => {
    const start = placeOf(items, splice, taken)
    taken = start + splice.remove.length
    return start
  })
  // Backward, so that earlier indexes stay valid.
  for (const [at, { remove, insert }] of [...splices.entries()].toReversed()) {
    const start = starts[at] ?? 0
    const removed = items.splice(start, remove.length, ...insert)
    if (isSameOrder(removed, insert)) continue
    const moved = Math.max(insert.length, removed.length)
    const placed = insert.map(({ id }, index) => [id, start + index] as const)
    inheritIndex(items, items, moved, placed)
  }
}

function refuseTakenIds<Item extends Identified>(items: readonly Item[], splices: readonly Splice<Item>[]): void {
  const removed = new Set(splices.flatMap(({ remove }) => remove))
  const inserted = new Set<string>()
  for (const { id } of splices.flatMap(({ insert }) => insert)) {
    const taken = inserted.has(id) || (!removed.has(id) && indexOfId(items, id) >= 0)
    if (taken) throw new AppError('unprocessable', 'That edit uses an id that is already taken.', { id })
    inserted.add(id)
  }
}

function placeOf<Item extends Identified>(
  items: readonly Item[],
  { after, remove }: Splice<Item>,
  taken: number,
): number {
  const [first] = remove
  const start = first === undefined ? (after === null ? 0 : indexOfId(items, after) + 1) : indexOfId(items, first)
  const known = first === undefined ? after === null || start > 0 : start >= 0
  const fits = known && start >= taken && remove.every((id, at) => items[start + at]?.id === id)
  if (!fits) throw new AppError('unprocessable', 'That edit no longer fits the captions.')
  return start
}

/** True if the items change in place. */
function isSameOrder(removed: readonly Identified[], inserted: readonly Identified[]): boolean {
  return removed.length === inserted.length && removed.every(({ id }, at) => id === inserted[at]?.id)
}

function append<Item>(next: Item[], items: readonly Item[], from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const item = items[at]
    if (item !== undefined) next.push(item)
  }
}
