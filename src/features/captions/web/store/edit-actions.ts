import type { StoreApi } from 'zustand/vanilla'
import { allows } from '#features/collaboration/model/index.ts'
import { mergePatches } from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  Batch,
  type CaptionDocument,
  type Command,
  lowerFirst,
  REQUEST_BYTES,
  REQUEST_STEPS,
  stepsOf,
} from '../../model/index.ts'
import type { EditActions, EditorState, ViewActions } from './editor-state.ts'
import { type Entry, entryOf, stepCommands, withoutBlocked } from './history.ts'
import { newUuid } from './new-id.ts'
import { placeCommands } from './place-draft.ts'
import { withEdit } from './replica.ts'
import { afterOwnEdit } from './restyled.ts'
import { returnedSelection, survivingSelection } from './selection.ts'
import { styleCommands, withDraft } from './style-scope.ts'
import { addSuggestion } from './suggestions/layer-suggestions.ts'
import { stepSuggestion } from './suggestions/step-suggestion.ts'
import { bytesOf } from './suggestions/suggestion-sender.ts'

/** Refuses edits while only the first captions are loaded. */
const OPENING = 'These captions are still opening. Try again in a moment.'
/** Refuses edits of somebody who may only watch or comment. */
const VIEW_ONLY = 'You can view these captions, but not change them.'

type EditOptions = {
  onProblem(message: string): void
  onEdit(): void
  onSuggest(): void
  /** Withdraws suggestions. */
  withdraw(ids: readonly string[]): void
}

/** Creates the actions to edit, undo and redo; each queues its commands for saving. */
export function createEditActions(
  store: StoreApi<EditorState>,
  { onProblem, onEdit, onSuggest, withdraw }: EditOptions,
): EditActions & ViewActions {
  /** Applies and queues commands; shows the reason and returns undefined when they do not fit. */
  function perform(commands: Command[]): Entry | undefined {
    const before = store.getState()
    const { access, isOpening, typing } = before
    // A word that was being typed when the access ended stays on the page, to be copied.
    if ((!allows(access, 'suggest') && typing === null) || isOpening) {
      onProblem(isOpening ? OPENING : VIEW_ONLY)
      return undefined
    }
    try {
      if (before.suggest.live !== null) return suggestCommands(store, commands, onSuggest)
      const { entry, change } = editOf(before, commands)
      store.setState(change)
      onEdit()
      return entry
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onProblem(error.message)
      return undefined
    }
  }

  function edit(commands: Command[]): boolean {
    if (commands.length === 0) return true
    const entry = perform(commands)
    if (entry === undefined) return false
    store.setState(({ past }) => ({ past: [...past, entry], future: [] }))
    return true
  }

  function drop(): void {
    const { draft, draftPlace, doc } = store.getState()
    if (draft === null && draftPlace === null) return
    const style = draft === null ? [] : styleCommands(doc, draft)
    edit([...style, ...placeCommands(withDraft(doc, draft), draftPlace)])
    store.setState({ draft: null, draftPlace: null })
  }

  function stepHistory(way: Pick<Step, 'from' | 'to' | 'does'>): void {
    // A style that is still being dragged is the last step.
    drop()
    if (store.getState().suggest.live === null) step(store, { ...way, perform, onProblem })
    else stepSuggestion(store, { ...way, perform, withdraw, onProblem })
  }

  return {
    edit,
    undo: () => stepHistory({ from: 'past', to: 'future', does: 'undo' }),
    redo: () => stepHistory({ from: 'future', to: 'past', does: 'redo' }),
    ...viewActions(store, drop),
    drag(change) {
      const { selection, styling, draft } = store.getState()
      const isSameTarget = draft?.scope === styling.scope && draft.selection === selection
      if (!isSameTarget) drop()
      const merged = isSameTarget ? mergePatches(draft.change, change) : change
      store.setState({ draft: { scope: styling.scope, selection, change: merged } })
    },
    drop,
  }
}

/** An edit of the captions: its step in the history, and what it changes of the state. @throws AppError `unprocessable` */
export function editOf(before: EditorState, commands: Command[]) {
  const batch = { batchId: newUuid(), commands }
  const { replica, inverse, footprint, doc } = withEdit(before, batch)
  refuseUnsendable(before.doc, batch)
  return {
    entry: entryOf({ redo: commands, undo: inverse, after: doc, footprint }),
    change: {
      doc,
      pending: replica.pending,
      selection: survivingSelection(before.doc, doc, before.selection),
      restyled: afterOwnEdit(before.restyled, footprint),
    },
  }
}

/** Adds commands to the person's suggestions. @throws AppError `unprocessable` */
function suggestCommands(store: StoreApi<EditorState>, commands: Command[], onSuggest: () => void): Entry {
  const before = store.getState()
  const { entry, made, ...change } = addSuggestion(before, commands)
  refuseUnsendable(before.doc, made)
  if (bytesOf(made) > REQUEST_BYTES) throw new AppError('unprocessable', TOO_LARGE)
  const restyled = afterOwnEdit(before.restyled, entry.footprint)
  store.setState({ ...change, restyled, selection: survivingSelection(before.doc, change.doc, before.selection) })
  onSuggest()
  return entry
}

/** The actions that change only what this editor shows. @param drop turns a dragged style into an edit */
function viewActions(store: StoreApi<EditorState>, drop: () => void): ViewActions {
  return {
    dragPlace: (draftPlace) => store.setState({ draftPlace }),
    cancelDrag: () => store.setState({ draft: null, draftPlace: null }),
    select: (selection) => store.setState({ selection }),
    suggest: (suggestions) => store.setState({ suggestions }),
    setSelecting: (isSelecting) => store.setState({ isSelecting }),
    setStyleScope(scope) {
      drop()
      store.setState(({ styling }) => ({ styling: { ...styling, scope } }))
    },
    openStyle(scope) {
      drop()
      store.setState(({ styling }) => ({ styling: { scope, asked: styling.asked + 1 } }))
    },
    type: (typing) => store.setState({ typing }),
    openEmoji: (emojiOf) => store.setState({ emojiOf }),
    openSpeakers: (speakersOf) => store.setState({ speakersOf }),
    openGlossary: (glossaryOf) => store.setState({ glossaryOf }),
    setFind: (find) => store.setState((state) => ({ find: { ...state.find, ...find } })),
    keepRestyling: () => store.setState({ restyled: null }),
    setComments: (change) => store.setState(({ comments }) => ({ comments: { ...comments, ...change } })),
    setCovered: (covered) => store.setState({ covered }),
    setContrast: (contrast) => store.setState({ contrast }),
    measureWhole: (isContrastWhole) => store.setState({ isContrastWhole }),
    askForComments: () => store.setState(({ comments }) => ({ comments: { ...comments, asked: comments.asked + 1 } })),
    openFind: () => store.setState(({ find }) => ({ find: { ...find, open: true, asked: find.asked + 1 } })),
  }
}

/** Refuses a batch that the server would reject unread. @throws AppError `unprocessable` */
function refuseUnsendable(doc: CaptionDocument, batch: Batch): void {
  const steps = batch.commands.reduce((sum, command) => sum + stepsOf(doc, command), 0)
  if (steps > REQUEST_STEPS || !Batch.safeParse(batch).success) throw new AppError('unprocessable', TOO_LARGE)
}

const TOO_LARGE = 'This edit is too large. Make it in smaller parts.'

type Step = {
  readonly from: 'past' | 'future'
  readonly to: 'past' | 'future'
  readonly does: 'undo' | 'redo'
  perform(commands: Command[]): Entry | undefined
  onProblem(message: string): void
}

/** Undoes or redoes one step. Drops a blocked step and shows the reason. */
function step(store: StoreApi<EditorState>, { from, to, does, perform, onProblem }: Step): void {
  const state = store.getState()
  const entry = state[from].at(-1)
  if (entry === undefined) return
  if (entry.blocked !== null) {
    store.setState({ [from]: withoutBlocked(state[from], entry) })
    onProblem(entry.blocked)
    return
  }
  const done = perform(stepCommands(entry[does], entry, state.doc))
  if (done === undefined) return
  // Lines that others' edits changed meanwhile now belong to the step.
  const moved = entry.relined.length === 0 ? entry : { ...entry, footprint: done.footprint }
  const announcement = `${does === 'undo' ? 'Undone' : 'Redone'}: ${lowerFirst(entry.label)}`
  const { doc, selection: now } = store.getState()
  const selection = returnedSelection(state.doc, doc, entry.footprint) ?? now
  store.setState({
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], moved],
    typing: null,
    announcement,
    selection,
  })
}
