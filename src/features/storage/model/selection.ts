/** Which of a list are selected, by their ids, and from where a range is drawn. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly anchor: string | null }

/** Nothing selected. */
export const NOTHING: Selection = { ids: new Set(), anchor: null }

/** Selects one, or takes it out of the selection; it becomes the end from which the next range is drawn. */
export function toggled({ ids }: Selection, id: string): Selection {
  return { ids: ids.has(id) ? without(ids, [id]) : new Set([...ids, id]), anchor: id }
}

/**
 * Makes everything from the anchor to `id` as `id` becomes by it, as a press with Shift does.
 * @param shown what is in sight, in its order
 */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const [from, to] = [shown.indexOf(selection.anchor ?? ''), shown.indexOf(id)]
  if (from === -1 || to === -1) return toggled(selection, id)
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  const ids = selection.ids.has(id) ? without(selection.ids, range) : new Set([...selection.ids, ...range])
  return { ids, anchor: id }
}

/** Selects all that are in sight, or none of them when they all are. */
export function allToggled({ ids, anchor }: Selection, shown: readonly string[]): Selection {
  const every = shown.every((id) => ids.has(id))
  return { ids: every ? without(ids, shown) : new Set([...ids, ...shown]), anchor }
}

/** The selection without whatever is not there any more. */
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
