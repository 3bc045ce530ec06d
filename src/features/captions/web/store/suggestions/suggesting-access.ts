import type { StoreApi } from 'zustand/vanilla'
import { allows } from '#features/collaboration/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Batch, describeConflict, REQUEST_BYTES } from '../../../model/index.ts'
import type { EditorState } from '../editor-state.ts'
import { NO_HISTORY } from '../history.ts'
import type { PendingStore } from '../pending-edits.ts'
import type { Conflict } from '../replica.ts'
import { addSuggestion, layered } from './layer-suggestions.ts'
import { bytesOf } from './suggestion-sender.ts'

/** Edits that are not saved, and the revision that the first of them was made on. */
type UnsavedEdits = { readonly batches: readonly Batch[]; readonly baseRevision: number }

/** Whether edits may only be suggestions, whatever the person chose. */
export function mayOnlySuggest({ access }: Pick<EditorState, 'access'>): boolean {
  return access === 'suggester'
}

/**
 * Follows the owner's change of what a person may do: while they may only suggest, the editor suggests, and edits that
 * were not saved become suggestions.
 * @param o.onStart called after it starts @param o.onEnd called when the person may edit the captions again
 */
export function followSuggestingAccess(store: StoreApi<EditorState>, o: { onStart(): void; onEnd(): void }): void {
  store.subscribe((state, before) => {
    if (state.isOpening || (state.access === before.access && !before.isOpening)) return
    if (mayOnlySuggest(state)) {
      if (state.suggest.live === null || state.pending.length > 0) store.setState(startedSuggesting(state))
      o.onStart()
    } else if (mayOnlySuggest(before) && allows(state.access, 'edit')) o.onEnd()
  })
}

/** Turns edits that earlier visits left in this browser into suggestions. */
export function suggestLeft(store: StoreApi<EditorState>, pendingStore: PendingStore): void {
  for (const left of pendingStore.list()) {
    const { pending } = left
    const state = withSuggested(store.getState(), pending)
    const isKnown = ({ id }: Conflict) => state.conflicts.some((known) => known.id === id)
    store.setState({
      ...state,
      conflicts: [...state.conflicts, ...pending.conflicts.filter((conflict) => !isKnown(conflict))],
    })
    pendingStore.remove(left)
  }
}

function startedSuggesting(state: EditorState): EditorState {
  const { saved, pending, suggest, past, future } = state
  // Edits of the captions can no longer be undone; suggestions can.
  const history = suggest.live === null ? NO_HISTORY : { past, future }
  const live = { doc: saved, ...NO_HISTORY }
  const empty = { ...state, pending: [], ...history, ...layered({ ...suggest, live }, saved) }
  return withSuggested(empty, { batches: pending, baseRevision: saved.rev })
}

/** Adds edits as suggestions with the same ids; the person decides about those that do not fit. */
function withSuggested(state: EditorState, { batches, baseRevision }: UnsavedEdits): EditorState {
  let next = state
  for (const batch of batches) {
    if (next.suggest.own.some(({ batchId }) => batchId === batch.batchId)) continue
    next = withSuggestion(next, batch, baseRevision) ?? {
      ...next,
      conflicts: [...next.conflicts, asConflict(next, batch)],
    }
  }
  return next
}

/** @returns undefined if it does not fit the captions or one request */
function withSuggestion(state: EditorState, batch: Batch, baseRevision: number): EditorState | undefined {
  try {
    const { entry, made, ...change } = addSuggestion(state, batch.commands, { batchId: batch.batchId, baseRevision })
    return bytesOf(made) > REQUEST_BYTES ? undefined : { ...state, ...change, past: [...state.past, entry], future: [] }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function asConflict({ saved, doc }: EditorState, batch: Batch): Conflict {
  const details = describeConflict({ keys: [], by: null, before: saved, theirs: saved, mine: doc })
  return { id: batch.batchId, batches: [batch], details }
}
