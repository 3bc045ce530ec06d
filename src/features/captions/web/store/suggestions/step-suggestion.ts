import type { StoreApi } from 'zustand/vanilla'
import { type CaptionDocument, type Command, lowerFirst } from '../../../model/index.ts'
import type { EditorState } from '../editor-state.ts'
import type { Entry } from '../history.ts'
import { returnedSelection, type Selection } from '../selection.ts'

type Step = {
  readonly does: 'undo' | 'redo'
  perform(commands: Command[]): Entry | undefined
  withdraw(ids: readonly string[]): void
  onProblem(message: string): void
}

const DECIDED = 'This suggestion was already accepted or declined.'

/** Undoes the last suggestion by withdrawing it, or suggests it again. */
export function stepSuggestion(store: StoreApi<EditorState>, { does, perform, withdraw, onProblem }: Step): void {
  const { past, future, suggest, doc } = store.getState()
  const entry = (does === 'undo' ? past : future).at(-1)
  if (entry === undefined) return
  const announcement = `${does === 'undo' ? 'Withdrawn' : 'Suggested again'}: ${lowerFirst(entry.label)}`
  if (does === 'redo') {
    const made = perform(entry.redo)
    if (made === undefined) return
    const selection = selectionAfter(store, doc, entry)
    store.setState({ past: [...past, made], future: future.slice(0, -1), typing: null, announcement, selection })
    return
  }
  const { suggestedId } = entry
  if (suggestedId === undefined || suggest.own.every(({ batchId }) => batchId !== suggestedId)) {
    store.setState({ past: past.slice(0, -1) })
    return onProblem(DECIDED)
  }
  withdraw([suggestedId])
  const selection = selectionAfter(store, doc, entry)
  store.setState({ past: past.slice(0, -1), future: [...future, entry], typing: null, announcement, selection })
}

/** The words that the step brought back, or what is selected. @param before the captions before the step */
function selectionAfter(store: StoreApi<EditorState>, before: CaptionDocument, { footprint }: Entry): Selection {
  const { doc, selection } = store.getState()
  return returnedSelection(before, doc, footprint) ?? selection
}
