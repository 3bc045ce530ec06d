import type { StoreApi } from 'zustand/vanilla'
import { allows } from '#features/collaboration/model/index.ts'
import { asAppError } from '#platform/web/api.ts'
import type { EditorState } from './editor-state.ts'
import type { Access } from '../slots.ts'

/** Follows what the owner allows the person while the editor is open. @param o.flush sends the edits that wait */
export function createAccessChanges(store: StoreApi<EditorState>, { flush }: { flush(): Promise<void> }) {
  /** Applies a change, which the page then explains; null once the person has seen it. */
  function noteAccess(given: Access | null): void {
    const { access } = store.getState()
    if (given === null) return store.setState({ givenAccess: null })
    if (given === access) return
    const isOver = !allows(given, 'suggest')
    store.setState({ access: given, givenAccess: given, ...(isOver && { draft: null, draftPlace: null }) })
    // What was refused before can be saved or suggested now.
    if (!isOver) void flush().catch(asAppError)
  }
  return { noteAccess }
}
