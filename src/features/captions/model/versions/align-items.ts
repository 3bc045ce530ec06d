type Identified = { readonly id: string }

/** Indexes of one item in two lists. */
export type ItemPair = readonly [before: number, after: number]

/**
 * Pairs the items that both lists hold in the same order, as many as possible. Items that moved are not paired.
 * Takes n log n steps.
 */
export function alignItems(before: readonly Identified[], after: readonly Identified[]): ItemPair[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.id === after[start]?.id) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.id === after.at(-1 - end)?.id) end += 1
  const pairs: ItemPair[] = Array.from({ length: start }, (_, at) => [at, at])
  const places = new Map<string, number>()
  for (let at = start; at < before.length - end; at++) places.set(before[at]?.id ?? '', at)
  const shared: ItemPair[] = []
  for (let at = start; at < after.length - end; at++) {
    const place = places.get(after[at]?.id ?? '')
    if (place !== undefined) shared.push([place, at])
  }
  pairs.push(...longestRising(shared))
  for (let at = end; at > 0; at--) pairs.push([before.length - at, after.length - at])
  return pairs
}

/** The longest subsequence whose first indexes rise (patience sorting). */
function longestRising(pairs: readonly ItemPair[]): ItemPair[] {
  /** For each length, the index of the pair that ends the lowest subsequence of that length. */
  const ends: number[] = []
  const previous: number[] = []
  for (const [at, [place]] of pairs.entries()) {
    const length = lengthBelow(place, ends, pairs)
    previous[at] = ends[length - 1] ?? -1
    ends[length] = at
  }
  const rising: ItemPair[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair !== undefined) rising.push(pair)
  }
  return rising.toReversed()
}

/** The length of the longest subsequence that ends below a place, by binary search. */
function lengthBelow(place: number, ends: readonly number[], pairs: readonly ItemPair[]): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    const end = pairs[ends[middle] ?? -1]
    if (end !== undefined && end[0] < place) low = middle + 1
    else high = middle
  }
  return low
}
