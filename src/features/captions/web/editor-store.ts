import { createStore, type StoreApi } from 'zustand/vanilla'
import { AppError } from '#platform/shared/errors.ts'
import { applyCommands, type CaptionDocument, type Command, MAIN_STYLE, type StylePatch } from '../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'
import type { FindState } from './find-state.ts'
import { newestWith } from './open-captions.ts'
import { createOutbox, type Outbox, type SaveState } from './outbox.ts'
import type { PendingStore } from './pending-edits.ts'
import { NOTHING, type Selection } from './selection.ts'

/** One step of the history: what was done, and what takes it back. */
type Entry = { readonly redo: Command[]; readonly undo: Command[] }

/** Which word is typed into; `insert` is a new one after it. */
export type Typing = { readonly wordId: string; readonly mode: 'replace' | 'insert' }

/** Everything about an open editor that its parts show. */
export type EditorState = {
  readonly doc: CaptionDocument
  /** A style that is still being dragged: shown, not yet an edit. */
  readonly draft: StylePatch | null
  readonly past: readonly Entry[]
  readonly future: readonly Entry[]
  readonly selection: Selection
  readonly typing: Typing | null
  readonly find: FindState
  readonly save: SaveState
}

/** What can be done in an editor. Refusals of the model are told, not thrown. */
export type EditorActions = {
  /** Applies commands as one step of the history. @returns false when they do not fit */
  edit(commands: Command[]): boolean
  undo(): void
  redo(): void
  select(selection: Selection): void
  type(typing: Typing | null): void
  drag(draft: StylePatch): void
  /** Makes the dragged style an edit. */
  drop(): void
  setFind(find: Partial<FindState>): void
  /** Ends when every edit is saved. @throws AppError when they cannot be */
  flush(): Promise<void>
  /** Takes the newest captions and makes the waiting edits again. @returns how many did not fit any more */
  reload(): Promise<number>
  isUnsafe(): boolean
  dispose(): void
}

export type EditorStore = StoreApi<EditorState> & { readonly actions: EditorActions }

/** What an editor is made from. */
export type EditorOptions = {
  readonly document: CaptionDocument
  readonly api: CaptionsApi
  readonly projectId: string
  readonly clientId: string
  readonly store: PendingStore
  /** Told one plain sentence when something cannot be done. */
  onProblem(message: string): void
}

/** The state of one open editor: document, history, selection, and the outbox that saves. */
export function createEditorStore(options: EditorOptions): EditorStore {
  const store = createStore<EditorState>(() => ({
    doc: options.document,
    draft: null,
    past: [],
    future: [],
    selection: NOTHING,
    typing: null,
    find: { open: false, find: '', replace: '', matchCase: false, wholeWords: false, at: 0 },
    save: 'saved',
  }))
  const outbox = createOutbox({
    ...options,
    revision: options.document.rev,
    onChange: (save) => store.setState({ save }),
  })
  return { ...store, actions: { ...editing(store, outbox, options), ...saving(store, outbox, options) } }
}

type Editing = Pick<EditorActions, 'edit' | 'undo' | 'redo' | 'select' | 'type' | 'drag' | 'drop' | 'setFind'>

function editing(store: StoreApi<EditorState>, outbox: Outbox, { onProblem }: EditorOptions): Editing {
  /** Applies and queues; undefined, and told, when the commands do not fit. */
  function perform(commands: Command[]): { doc: CaptionDocument; undo: Command[] } | undefined {
    try {
      const { doc, inverse } = applyCommands(store.getState().doc, commands)
      outbox.add(commands)
      return { doc, undo: inverse }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onProblem(error.message)
      return undefined
    }
  }

  function edit(commands: Command[]): boolean {
    if (commands.length === 0) return true
    const done = perform(commands)
    if (done === undefined) return false
    store.setState(({ past }) => ({ doc: done.doc, past: [...past, { redo: commands, undo: done.undo }], future: [] }))
    return true
  }

  return {
    edit,
    undo() {
      const entry = store.getState().past.at(-1)
      const done = entry && perform(entry.undo)
      if (done)
        store.setState(({ past, future }) => ({
          doc: done.doc,
          past: past.slice(0, -1),
          future: [...future, entry],
          typing: null,
          draft: null,
        }))
    },
    redo() {
      const entry = store.getState().future.at(-1)
      const done = entry && perform(entry.redo)
      if (done)
        store.setState(({ past, future }) => ({
          doc: done.doc,
          past: [...past, entry],
          future: future.slice(0, -1),
          typing: null,
          draft: null,
        }))
    },
    select: (selection) => store.setState({ selection }),
    type: (typing) => store.setState({ typing }),
    drag: (draft) => store.setState({ draft }),
    drop() {
      const { draft, doc } = store.getState()
      if (draft === null) return
      const unchanged = JSON.stringify(draft) === JSON.stringify(doc.styles[MAIN_STYLE] ?? {})
      if (!unchanged) edit([{ type: 'setStyle', styleId: MAIN_STYLE, patch: draft }])
      store.setState({ draft: null })
    },
    setFind: (find) => store.setState((state) => ({ find: { ...state.find, ...find } })),
  }
}

function saving(
  store: StoreApi<EditorState>,
  outbox: Outbox,
  { api, projectId }: EditorOptions,
): Pick<EditorActions, 'flush' | 'reload' | 'isUnsafe' | 'dispose'> {
  return {
    flush: () => outbox.flush(),
    async reload() {
      const { document, doc, batches, leftOut } = await newestWith({ api, projectId }, outbox.pending())
      // What the history would take back is no longer what stands there.
      store.setState({ doc, past: [], future: [], typing: null, draft: null })
      outbox.restart(document.rev, batches)
      return leftOut
    },
    isUnsafe: () => outbox.isUnsafe(),
    dispose: () => outbox.dispose(),
  }
}

/** The document with the style that is being dragged. */
export function shownDocument({ doc, draft }: EditorState): CaptionDocument {
  return draft === null ? doc : { ...doc, styles: { ...doc.styles, [MAIN_STYLE]: draft } }
}
