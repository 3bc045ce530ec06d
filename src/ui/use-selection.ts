import { useState } from 'react'
import { allToggled, among, extended, NOTHING, toggled } from './selection.ts'

/**
 * The selection in a list, by ids.
 * @param all every id there is; a selected one that disappears is dropped
 * @param shown the visible ids in their order, for ranges and for all at once
 */
export function useSelection(all: readonly string[], shown: readonly string[]) {
  const [pressed, setPressed] = useState(NOTHING)
  const selection = among(pressed, all)
  return {
    /** The selected ids. */
    ids: selection.ids,
    /** Selects or deselects one, or with `isRange` everything since the last. */
    select: (id: string, isRange: boolean) =>
      setPressed(isRange ? extended(selection, id, shown) : toggled(selection, id)),
    /** Selects all visible ones, or none if they are all selected. */
    toggleAll: () => setPressed(allToggled(selection, shown)),
    clear: () => setPressed(NOTHING),
  }
}
