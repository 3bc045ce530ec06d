/** The selected ids, and the anchor of a range. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly anchor: string | null }

/** Nothing selected. */
export const NOTHING: Selection = { ids: new Set(), anchor: null }

/** Selects or deselects one item, which becomes the anchor of the next range. */
export function toggled({ ids }: Selection, id: string): Selection {
  return { ids: ids.has(id) ? without(ids, [id]) : new Set([...ids, id]), anchor: id }
}

/**
 * Applies the toggle of `id` to everything from the anchor, as Shift+click does.
 * @param shown the visible ids in their order
 */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const [from, to] = [shown.indexOf(selection.anchor ?? ''), shown.indexOf(id)]
  if (from === -1 || to === -1) return toggled(selection, id)
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  const ids = selection.ids.has(id) ? without(selection.ids, range) : new Set([...selection.ids, ...range])
  return { ids, anchor: id }
}

/** Selects all visible items, or none if they are all selected. */
export function allToggled({ ids, anchor }: Selection, shown: readonly string[]): Selection {
  const every = shown.every((id) => ids.has(id))
  return { ids: every ? without(ids, shown) : new Set([...ids, ...shown]), anchor }
}

/** The selection without missing items. */
export function among({ ids, anchor }: Selection, there: readonly string[]): Selection {
  const known = new Set(there)
  return {
    ids: new Set([...ids].filter((id) => known.has(id))),
    anchor: anchor !== null && known.has(anchor) ? anchor : null,
  }
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  const left = new Set(ids)
  for (const id of gone) left.delete(id)
  return left
}
