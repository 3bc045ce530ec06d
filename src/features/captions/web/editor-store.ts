import { createStore, type StoreApi } from 'zustand/vanilla'
import { asAppError } from '#platform/web/api.ts'
import type { CaptionDocument } from '../model/index.ts'
import { createAccessChanges } from './access-changes.ts'
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
import { withPlaceDraft } from './picture/place-draft.ts'
import { withDraft } from './style-scope.ts'
import { liveOf, withLive } from './suggestions/layer-suggestions.ts'
import { createSuggestions, type Suggestions } from './suggestions/suggest-actions.ts'
import { NO_SUGGESTIONS } from './suggestions/suggest-state.ts'
import type { SuggestionsApi } from './suggestions/suggestions-api.ts'
import type { SuggestStore } from './suggestions/unsent-suggestions.ts'

export type { EditorActions, EditorState } from './editor-state.ts'

/** The state and actions of one open editor. */
export type EditorStore = StoreApi<EditorState> & { readonly actions: EditorActions }

/** The inputs of an editor. */
export type EditorOptions = {
  readonly document: CaptionDocument
  readonly access: Access
  /** True if the document has only the first captions, until `finishOpening`. Default false. */
  readonly isOpening?: boolean
  /** Open conflicts of an earlier visit. */
  readonly conflicts: readonly Conflict[]
  readonly api: CaptionsApi
  readonly projectId: string
  readonly clientId: string
  readonly store: PendingStore
  /** Default: nobody suggests edits here. */
  readonly suggestions?: { readonly api: SuggestionsApi; readonly store: SuggestStore }
  /** Receives a message when an action is refused. */
  onProblem(message: string): void
}

/** Creates the store of one open editor: document, history, selection, others' edits, and the outbox that saves. */
export function createEditorStore(options: EditorOptions): EditorStore {
  const store = createStore<EditorState>(() => firstState(options))
  const isStored = storePending(store, options.store)
  const { noteAccess } = createAccessChanges(store, { flush: () => outbox.flush() })
  const remote = createRemoteSync(store, {
    ...options,
    onSuggestions: () => void suggestions?.actions.refreshSuggestions(),
    onAccess: noteAccess,
  })
  const outbox = createOutbox({
    ...options,
    waiting() {
      const { saved, pending, doc } = liveOf(store.getState())
      return { revision: saved.rev, batches: pending, doc }
    },
    onAnswer: remote.receiveAnswer,
    onMisfit: remote.reload,
    onChange(save, refusal) {
      const { refusal: before } = store.getState()
      // Kept words are sent once more after the access has ended, which changes nothing about why it did.
      const isOver = before?.code === 'not_found' && save === 'saving'
      if (!isOver) store.setState({ save, refusal: refusal ?? null })
      // An editor without live updates learns it from here.
      if (save === 'refused') noteAccess('viewer')
    },
  })
  const suggestions = suggestionsFor(store, options, { save: () => outbox.flush(), reload: remote.reload })
  const suggest = suggestions?.actions ?? NO_ACTIONS
  const edits = createEditActions(store, {
    ...options,
    onEdit: () => outbox.nudge(),
    onSuggest: () => suggestions?.nudge(),
    withdraw: suggest.withdraw,
  })
  return {
    ...store,
    actions: {
      ...edits,
      ...suggest,
      ...createConflictActions(store, { ...options, edit: edits.edit }),
      finishOpening: ({ document, access, conflicts }) =>
        store.setState(withLive(store.getState(), { ...replicaOf(document, conflicts), access, isOpening: false })),
      follow() {
        suggestions?.start()
        return remote.follow()
      },
      noteAccess,
      async flush() {
        // A style that is still being dragged is an edit too.
        edits.drop()
        await outbox.flush()
        // Exports and comments wait only for the captions themselves; `suggest.save` says if suggestions wait.
        await suggestions?.flush().catch(asAppError)
      },
      isUnsafe: () =>
        suggestions?.isStored() === false ||
        (!isStored() && store.getState().pending.length + store.getState().conflicts.length > 0),
      dispose() {
        outbox.dispose()
        suggestions?.dispose()
      },
    },
  }
}

function firstState(options: EditorOptions): EditorState {
  return {
    ...replicaOf(options.document, options.conflicts),
    ...NO_HISTORY,
    access: options.access,
    givenAccess: null,
    isOpening: options.isOpening ?? false,
    people: [],
    isCrowded: false,
    draft: null,
    draftPlace: null,
    selection: NOTHING,
    suggestions: null,
    isSelecting: false,
    styling: { scope: 'all', asked: 0 },
    announcement: '',
    typing: null,
    emojiOf: null,
    glossaryOf: null,
    find: { open: false, asked: 0, find: '', replace: '', matchCase: false, wholeWords: false, at: 0 },
    save: 'saved',
    refusal: null,
    comments: { version: 0, asked: 0, answered: 0, words: { open: 0, wordIds: new Set() } },
    covered: null,
    contrast: null,
    lastBy: null,
    restyled: null,
    suggest: openSuggestMode(options),
  }
}

/** The mode of the last visit: suggestions, or edits of the captions. */
function openSuggestMode({ suggestions, document, access }: EditorOptions): EditorState['suggest'] {
  const isSuggesting = access !== 'viewer' && suggestions?.store.isSuggesting() === true
  return isSuggesting ? { ...NO_SUGGESTIONS, live: { doc: document, ...NO_HISTORY } } : NO_SUGGESTIONS
}

function suggestionsFor(
  store: StoreApi<EditorState>,
  { suggestions, ...options }: EditorOptions,
  o: { save(): Promise<void>; reload(): Promise<void> },
): Suggestions | undefined {
  if (suggestions === undefined) return undefined
  return createSuggestions(store, {
    ...options,
    ...o,
    suggestionsApi: suggestions.api,
    suggestStore: suggestions.store,
  })
}

/** The actions of an editor in which nobody suggests edits. */
const NO_ACTIONS: Suggestions['actions'] = {
  setSuggesting: async () => undefined,
  withdraw: () => undefined,
  decideSuggestions: async () => ({ accepted: [], unfit: [] }),
  refreshSuggestions: async () => undefined,
  askForSuggestions: () => undefined,
}

/** Stores unsaved edits in the browser whenever they change. @returns whether the last write succeeded */
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

/** The document with the style and the place that are being dragged. */
export function shownDocument({
  doc,
  draft,
  draftPlace,
}: Pick<EditorState, 'doc' | 'draft' | 'draftPlace'>): CaptionDocument {
  return withPlaceDraft(withDraft(doc, draft), draftPlace)
}
