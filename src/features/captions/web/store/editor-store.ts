import { createStore, type StoreApi } from 'zustand/vanilla'
import { Access, allows } from '#features/collaboration/model/index.ts'
import type { AppError } from '#platform/shared/errors.ts'
import { asAppError } from '#platform/web/api.ts'
import type { CaptionDocument } from '../../model/index.ts'
import { createAccessChanges } from './access-changes.ts'
import type { CaptionsApi } from './captions-api.ts'
import { createConflictActions } from './resolve-conflicts.ts'
import { createEditActions } from './edit-actions.ts'
import type { EditorActions, EditorState } from './editor-state.ts'
import { createRemoteSync } from './remote-sync.ts'
import { NO_HISTORY } from './history.ts'
import { createOutbox, type Outbox, type SaveState } from './outbox.ts'
import type { PendingStore } from './pending-edits.ts'
import { type Conflict, replicaOf } from './replica.ts'
import { NOTHING } from './selection.ts'
import { withPlaceDraft } from './place-draft.ts'
import { withDraft } from './style-scope.ts'
import { liveOf, withLive } from './suggestions/layer-suggestions.ts'
import { createSuggestions, type Suggestions } from './suggestions/suggest-actions.ts'
import { mayOnlySuggest } from './suggestions/suggesting-access.ts'
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
  /** Set for an operator who views the pages of another user. */
  readonly viewing?: true | undefined
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
      showSaveState(store, save, refusal)
      if (save !== 'refused') return
      // An editor without live updates learns it from here.
      noteAccess(accessIn(refusal))
      // The refused edits may be suggestions now.
      if (store.getState().pending.length === 0) void flushAgain(outbox)
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
      ...createReplacements(store),
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

/** The actions that replace the captions without an edit. */
function createReplacements(store: StoreApi<EditorState>): Pick<EditorActions, 'finishOpening' | 'measure'> {
  return {
    finishOpening({ document, access, viewing, conflicts }) {
      const opened = { ...replicaOf(document, conflicts), access, isViewing: viewing === true, isOpening: false }
      store.setState(withLive(store.getState(), opened))
    },
    measure(media) {
      const { saved, doc } = liveOf(store.getState())
      const change = { saved: { ...saved, media }, doc: { ...doc, media } }
      store.setState(withLive(store.getState(), change))
    },
  }
}

function firstState(options: EditorOptions): EditorState {
  return {
    ...replicaOf(options.document, options.conflicts),
    ...NO_HISTORY,
    access: options.access,
    isViewing: options.viewing === true,
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
    speakersOf: null,
    glossaryOf: null,
    find: { open: false, asked: 0, find: '', replace: '', matchCase: false, wholeWords: false, at: 0 },
    save: 'saved',
    refusal: null,
    comments: {
      version: 0,
      asked: 0,
      answered: 0,
      draft: null,
      replies: new Map(),
      words: { open: 0, wordIds: new Set() },
    },
    covered: null,
    contrast: null,
    isContrastWhole: false,
    lastBy: null,
    restyled: null,
    suggest: openSuggestMode(options),
  }
}

function showSaveState(store: StoreApi<EditorState>, save: SaveState, refusal: AppError | undefined): void {
  const { refusal: before } = store.getState()
  // Kept words are sent once more after the access has ended, which changes nothing about why it did.
  const isOver = before?.code === 'not_found' && save === 'saving'
  if (!isOver) store.setState({ save, refusal: refusal ?? null })
}

/** The access of a person whose edits were refused. */
function accessIn(refusal: AppError | undefined): Access {
  return Access.catch('viewer').parse(refusal?.details['access'])
}

/** Sends once more, after the request that is on its way. */
async function flushAgain(outbox: Outbox): Promise<void> {
  await outbox.flush().catch(asAppError)
  await outbox.flush().catch(asAppError)
}

/** The mode of the last visit, suggestions or edits of the captions; always suggestions for a suggester. */
function openSuggestMode({ suggestions, document, access }: EditorOptions): EditorState['suggest'] {
  const isChosen = allows(access, 'suggest') && suggestions?.store.isSuggesting() === true
  const isSuggesting = suggestions !== undefined && (mayOnlySuggest({ access }) || isChosen)
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
    pendingStore: options.store,
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
    isStored = pendingStore.save({ baseRevision: saved.rev, batches: pending, conflicts })
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
