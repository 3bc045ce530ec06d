import type { StoreApi } from 'zustand/vanilla'
import { type CaptionDocument, type Command, takeAffordable } from '../../model/index.ts'
import type { EditorActions, EditorState } from './editor-state.ts'
import { newUuid } from './new-id.ts'
import { reapplyConflict } from './reapply-conflict.ts'
import { withoutConflict } from './replica.ts'

/** The actions on conflicts. */
export type ConflictActions = Pick<EditorActions, 'dispute' | 'resolve'>

/** Creates the actions on conflicts, which persist across reloads until the person resolves them. */
export function createConflictActions(
  store: StoreApi<EditorState>,
  { edit, onProblem }: { edit(commands: Command[]): boolean; onProblem(message: string): void },
): ConflictActions {
  return {
    dispute(commands, { wordId, after, was, mine }) {
      const batch = { batchId: newUuid(), commands }
      const { doc, lastBy, conflicts } = store.getState()
      const theirs = doc.words.find(({ id }) => id === wordId)?.text ?? null
      const details = { by: lastBy, part: 'words' as const, wordIds: [wordId], after: [...after], was, theirs, mine }
      store.setState({ conflicts: [...conflicts, { id: batch.batchId, batches: [batch], details }] })
    },

    resolve(id, keep) {
      const state = store.getState()
      const conflict = state.conflicts.find((waiting) => waiting.id === id)
      if (conflict === undefined) return
      if (keep === 'mine') {
        const commands = reapplyConflict(conflict, state.doc)
        if (commands === undefined) return onProblem('That edit no longer fits the captions. Nothing was changed.')
        for (const step of splitCommands(commands, state.doc)) if (!edit(step)) return
      }
      store.setState({ conflicts: withoutConflict(store.getState(), id).conflicts })
    },
  }
}

/** Maximum commands of one batch. */
const MOST_COMMANDS = 2_000

/** Splits commands into batches that one request can hold. */
function splitCommands(commands: readonly Command[], doc: CaptionDocument): Command[][] {
  const steps: Command[][] = []
  for (let rest = commands; rest.length > 0; rest = rest.slice(steps.at(-1)?.length)) {
    const single = rest.slice(0, MOST_COMMANDS).map((command) => ({ commands: [command] }))
    steps.push(takeAffordable(doc, single).flatMap((batch) => batch.commands))
  }
  return steps
}
