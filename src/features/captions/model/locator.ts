type Identified = { readonly id: string }

/**
 * `positions` may be off by at most `drift`, in either direction; `inheritPlaces` says why. `searched` counts the places
 * looked at in vain.
 */
type Hints = { readonly positions: Map<string, number>; readonly drift: number; searched: number }

/** Past this, searching around a hint costs more than counting anew. */
const MOST_DRIFT = 200

const hintsOf = new WeakMap<readonly Identified[], Hints>()

/** Where the item with this id stands in `items`, or -1. Constant time but for the first call on a list. */
export function indexOfId(items: readonly Identified[], id: string): number {
  const hints = hintsFor(items)
  const hint = hints.positions.get(id)
  if (hint === undefined) return -1
  const index = searchAround(items, id, { hint, drift: hints.drift })
  hints.searched += index < 0 ? hints.drift : Math.abs(index - hint)
  // By now the list could have been counted.
  if (hints.searched > items.length) countAnew(items)
  return index
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
 * Lets a list made from another by a small edit share what is known about places, so that an edit
 * of one word among 20,000 does not count 20,000 words again.
 * @param moved how many places any item can have moved at most
 * @param placed items of `next` that are new to it, with their places
 */
export function inheritPlaces(
  previous: readonly Identified[],
  next: readonly Identified[],
  moved: number,
  placed: readonly (readonly [string, number])[],
): void {
  const { positions, drift } = hintsFor(previous)
  if (drift + moved > MOST_DRIFT) return
  // The map is shared with older lists. An id that came back far from where they knew it cannot share it.
  if (placed.some(([id, index]) => Math.abs((positions.get(id) ?? index) - index) > drift + moved)) return
  for (const [id, index] of placed) if (!positions.has(id)) positions.set(id, index)
  hintsOf.set(next, { positions, drift: drift + moved, searched: 0 })
}

function hintsFor(items: readonly Identified[]): Hints {
  return hintsOf.get(items) ?? countAnew(items)
}

function countAnew(items: readonly Identified[]): Hints {
  const counted = { positions: new Map(items.map(({ id }, index) => [id, index])), drift: 0, searched: 0 }
  hintsOf.set(items, counted)
  return counted
}
