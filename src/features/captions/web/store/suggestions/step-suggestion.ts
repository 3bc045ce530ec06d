import type { StoreApi } from 'zustand/vanilla'
import type { Command } from '../../../model/index.ts'
import { lowerFirst } from '../../../model/index.ts'
import type { EditorState } from '../editor-state.ts'
import type { Entry } from '../history.ts'

type Step = {
  readonly does: 'undo' | 'redo'
  perform(commands: Command[]): Entry | undefined
  withdraw(ids: readonly string[]): void
  onProblem(message: string): void
}

const DECIDED = 'This suggestion was already accepted or declined.'

/** Undoes the last suggestion by withdrawing it, or suggests it again. */
export function stepSuggestion(store: StoreApi<EditorState>, { does, perform, withdraw, onProblem }: Step): void {
  const { past, future, suggest } = store.getState()
  const entry = (does === 'undo' ? past : future).at(-1)
  if (entry === undefined) return
  const announcement = `${does === 'undo' ? 'Withdrawn' : 'Suggested again'}: ${lowerFirst(entry.label)}`
  if (does === 'redo') {
    const made = perform(entry.redo)
    if (made !== undefined)
      store.setState({ past: [...past, made], future: future.slice(0, -1), typing: null, announcement })
    return
  }
  const { suggestedId } = entry
  if (suggestedId === undefined || suggest.own.every(({ batchId }) => batchId !== suggestedId)) {
    store.setState({ past: past.slice(0, -1) })
    return onProblem(DECIDED)
  }
  withdraw([suggestedId])
  store.setState({ past: past.slice(0, -1), future: [...future, entry], typing: null, announcement })
}
