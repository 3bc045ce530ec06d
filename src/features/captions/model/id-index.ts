type Identified = { readonly id: string }

/**
 * `positions` may be off by up to `drift` in either direction; see `inheritIndex`. `searched` counts the items compared
 * in searches so far.
 */
type IdIndex = { readonly positions: Map<string, number>; readonly drift: number; searched: number }

/** Beyond this drift, searching around a position costs more than rebuilding the index. */
const MOST_DRIFT = 200

const indexes = new WeakMap<readonly Identified[], IdIndex>()

/** The index of the item with this id, or -1. Constant time after the first call on a list. */
export function indexOfId(items: readonly Identified[], id: string): number {
  const index = indexFor(items)
  const hint = index.positions.get(id)
  if (hint === undefined) return -1
  const place = searchAround(items, id, { hint, drift: index.drift })
  index.searched += place < 0 ? index.drift : Math.abs(place - hint)
  // The searches so far cost more than a rebuild.
  if (index.searched > items.length) rebuildIndex(items)
  return place
}

function searchAround(
  items: readonly Identified[],
  id: string,
  { hint, drift }: { hint: number; drift: number },
): number {
  for (let away = 0; away <= drift; away++) {
    if (items[hint - away]?.id === id) return hint - away
    if (items[hint + away]?.id === id) return hint + away
  }
  return -1
}

/**
 * Shares the index of a list with its version after a small edit, so that editing one of 20,000 words does not index
 * 20,000 words again. `next` may be the same list, changed in place.
 * @param moved the maximum distance that any item moved
 * @param placed the new items of `next`, with their indexes
 */
export function inheritIndex(
  previous: readonly Identified[],
  next: readonly Identified[],
  moved: number,
  placed: readonly (readonly [string, number])[],
): void {
  const { positions, drift } = indexFor(previous)
  indexes.delete(next)
  if (drift + moved > MOST_DRIFT) return
  // The map is shared with older lists: an id that reappears far from its old position cannot use it.
  if (placed.some(([id, index]) => Math.abs((positions.get(id) ?? index) - index) > drift + moved)) return
  for (const [id, index] of placed) if (!positions.has(id)) positions.set(id, index)
  indexes.set(next, { positions, drift: drift + moved, searched: 0 })
}

/** Deletes the index of a list that was changed in place. */
export function dropIndex(items: readonly Identified[]): void {
  indexes.delete(items)
}

function indexFor(items: readonly Identified[]): IdIndex {
  return indexes.get(items) ?? rebuildIndex(items)
}

function rebuildIndex(items: readonly Identified[]): IdIndex {
  const counted = { positions: new Map(items.map(({ id }, index) => [id, index])), drift: 0, searched: 0 }
  indexes.set(items, counted)
  return counted
}
