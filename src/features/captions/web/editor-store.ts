import { createStore, type StoreApi } from 'zustand/vanilla'
import { type CaptionDocument, MAIN_STYLE } from '../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'
import { createConflictActions } from './resolve-conflicts.ts'
import { createEditActions } from './edit-actions.ts'
import type { EditorActions, EditorState } from './editor-state.ts'
import { createRemoteSync } from './remote-sync.ts'
import { NO_HISTORY } from './history.ts'
import { createOutbox } from './outbox.ts'
import type { PendingStore } from './pending-edits.ts'
import { type Conflict, replicaOf } from './replica.ts'
import { NOTHING } from './selection.ts'
import type { Access } from './slots.ts'

export type { EditorActions, EditorState } from './editor-state.ts'

/** The state of one open editor, and what can be done with it. */
export type EditorStore = StoreApi<EditorState> & { readonly actions: EditorActions }

/** What an editor is made from. */
export type EditorOptions = {
  readonly document: CaptionDocument
  readonly access: Access
  /** The document is only the beginning: `finishOpening` brings all of it. Default false. */
  readonly isOpening?: boolean
  /** Left from an earlier visit. */
  readonly conflicts: readonly Conflict[]
  readonly api: CaptionsApi
  readonly projectId: string
  readonly clientId: string
  readonly store: PendingStore
  /** Told one plain sentence when something cannot be done. */
  onProblem(message: string): void
}

/** The state of one open editor: document, history, selection, others' edits, and the outbox that saves. */
export function createEditorStore(options: EditorOptions): EditorStore {
  const store = createStore<EditorState>(() => ({
    ...replicaOf(options.document, options.conflicts),
    ...NO_HISTORY,
    access: options.access,
    isOpening: options.isOpening ?? false,
    people: [],
    isCrowded: false,
    draft: null,
    selection: NOTHING,
    announcement: '',
    typing: null,
    find: { open: false, asked: 0, find: '', replace: '', matchCase: false, wholeWords: false, at: 0 },
    save: 'saved',
    refusal: null,
    lastBy: null,
  }))
  const isStored = storePending(store, options.store)
  const remote = createRemoteSync(store, options)
  const outbox = createOutbox({
    ...options,
    waiting() {
      const { saved, pending, doc } = store.getState()
      return { revision: saved.rev, batches: pending, doc }
    },
    onAnswer: remote.receiveAnswer,
    onMisfit: remote.reload,
    onChange: (save, refusal) =>
      store.setState({ save, refusal: refusal ?? null, ...(refusal?.code === 'forbidden' && { access: 'viewer' }) }),
  })
  const edits = createEditActions(store, { ...options, onEdit: () => outbox.nudge() })
  return {
    ...store,
    actions: {
      ...edits,
      ...createConflictActions(store, { ...options, edit: edits.edit }),
      finishOpening: ({ document, access, conflicts }) =>
        store.setState({ ...replicaOf(document, conflicts), access, isOpening: false }),
      follow: remote.follow,
      flush() {
        // A style that has not rested yet is an edit too.
        edits.drop()
        return outbox.flush()
      },
      isUnsafe: () => !isStored() && store.getState().pending.length + store.getState().conflicts.length > 0,
      dispose: () => outbox.dispose(),
    },
  }
}

/** Writes what is not saved yet to the browser whenever it changes. @returns whether the last time worked */
function storePending(store: StoreApi<EditorState>, pendingStore: PendingStore): () => boolean {
  let isStored = true
  const storeAll = ({ saved, pending, conflicts }: EditorState) => {
    isStored = pendingStore.keep({ baseRevision: saved.rev, batches: pending, conflicts })
  }
  store.subscribe((state, before) => {
    if (
      state.pending !== before.pending ||
      state.conflicts !== before.conflicts ||
      (state.saved !== before.saved && state.pending.length > 0)
    )
      storeAll(state)
  })
  if (store.getState().conflicts.length > 0) storeAll(store.getState())
  return () => isStored
}

/** The document with the style that is being dragged. */
export function shownDocument({ doc, draft }: Pick<EditorState, 'doc' | 'draft'>): CaptionDocument {
  return draft === null ? doc : { ...doc, styles: { ...doc.styles, [MAIN_STYLE]: draft } }
}
