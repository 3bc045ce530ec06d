import type { StoreApi } from 'zustand/vanilla'
import { allows } from '#features/collaboration/model/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { MOST_AT_ONCE } from '../../../model/index.ts'
import type { EditorActions, EditorState } from '../editor-state.ts'
import { NO_HISTORY } from '../history.ts'
import type { PendingStore } from '../pending-edits.ts'
import { layered, withMarks, withoutOwn } from './layer-suggestions.ts'
import type { SuggestState } from './suggest-state.ts'
import { followSuggestingAccess, mayOnlySuggest, suggestLeft } from './suggesting-access.ts'
import { createSuggestionSender, type SenderOptions, type SuggestionSender } from './suggestion-sender.ts'
import type { SuggestStore } from './unsent-suggestions.ts'

/** The actions on suggested edits. */
export type SuggestActions = Pick<
  EditorActions,
  'setSuggesting' | 'withdraw' | 'decideSuggestions' | 'refreshSuggestions' | 'askForSuggestions'
>

/** Suggestions of an open editor: its actions, and what the editor's store calls. */
export type Suggestions = {
  readonly actions: SuggestActions
  /** Sends what earlier visits left. The stream of the captions asks to read the list. */
  start(): void
  /** Schedules sending of a new suggestion. */
  nudge(): void
  flush(): Promise<void>
  /** Whether every unsent suggestion is stored in the browser. */
  isStored(): boolean
  dispose(): void
}

type Options = SenderOptions & {
  readonly suggestStore: SuggestStore
  /** Edits of the captions that are not saved. */
  readonly pendingStore: PendingStore
  /** Resolves when all edits of the captions are saved. */
  save(): Promise<void>
  /** Reloads the captions, for an editor that gets no live updates. */
  reload(): Promise<void>
}

const UNSAVED = 'Your last edits are not saved yet. Start suggesting when they are.'

/** Creates the suggestions of an editor. */
export function createSuggestions(store: StoreApi<EditorState>, options: Options): Suggestions {
  const sender = createSuggestionSender(store, options)
  const list = createListReader(store, options)
  const isStored = storeUnsent(store, options.suggestStore)
  followSuggestingAccess(store, {
    onStart() {
      sender.outbox.nudge()
      void list.refresh()
    },
    onEnd() {
      if (!options.suggestStore.isSuggesting()) stopSuggesting(store, options)
    },
  })
  return {
    actions: {
      async setSuggesting(isSuggesting) {
        const state = store.getState()
        if (isSuggesting === (state.suggest.live !== null) || mayOnlySuggest(state)) return
        if (!isSuggesting) return stopSuggesting(store, options)
        // A suggestion is made on saved captions.
        await options.save().catch(() => undefined)
        if (store.getState().pending.length > 0) return options.onProblem(UNSAVED)
        startSuggesting(store, options)
        await list.loadOwn()
      },
      withdraw(ids) {
        withdraw(store, ids)
        void sender.sendWithdrawals()
      },
      decideSuggestions: (ids, decision) => decide(store, options, { ids, decision, refresh: list.refresh }),
      refreshSuggestions: list.refresh,
      askForSuggestions: () => change(store, ({ asked }) => ({ asked: asked + 1 })),
    },
    start() {
      const state = store.getState()
      if (mayOnlySuggest(state)) suggestLeft(store, options.pendingStore)
      if (allows(state.access, 'suggest')) sendLeft(store, options.suggestStore, sender)
      sender.outbox.nudge()
      // The captions may get no live updates.
      if (store.getState().suggest.live !== null) void list.refresh()
    },
    nudge: () => sender.outbox.nudge(),
    flush: () => sender.outbox.flush(),
    isStored,
    dispose: () => sender.outbox.dispose(),
  }
}

function change(store: StoreApi<EditorState>, changed: (suggest: SuggestState) => Partial<SuggestState>): void {
  store.setState(({ suggest }) => ({ suggest: { ...suggest, ...changed(suggest) } }))
}

function startSuggesting(store: StoreApi<EditorState>, { suggestStore }: Options): void {
  const { doc, past, future, suggest } = store.getState()
  suggestStore.setSuggesting(true)
  store.setState({ ...layered({ ...suggest, live: { doc, past, future } }, doc), ...NO_HISTORY, typing: null })
}

function stopSuggesting(store: StoreApi<EditorState>, { suggestStore }: Options): void {
  const { suggest } = store.getState()
  if (suggest.live === null) return
  suggestStore.setSuggesting(false)
  const { doc, past, future } = suggest.live
  store.setState({ ...layered({ ...suggest, live: null }, doc), past, future, typing: null })
}

/** Removes suggestions of the person from their view. The ids wait until the server has withdrawn them too. */
function withdraw(store: StoreApi<EditorState>, ids: readonly string[]): void {
  const { suggest, doc } = store.getState()
  const own = withoutOwn(suggest.own, new Set(ids))
  const withdrawn = [...new Set([...suggest.withdrawn, ...ids])]
  store.setState(layered({ ...suggest, own, withdrawn }, suggest.live?.doc ?? doc))
}

/** Takes over what earlier visits and closed tabs left. */
function sendLeft(store: StoreApi<EditorState>, suggestStore: SuggestStore, sender: SuggestionSender): void {
  const left = suggestStore.takeLeft()
  if (left.unsent.length + left.withdrawn.length === 0) return
  const { suggest, doc } = store.getState()
  const own = [...left.unsent.map((batch) => ({ ...batch, isSent: false })), ...suggest.own]
  const withdrawn = [...suggest.withdrawn, ...left.withdrawn]
  store.setState(layered({ ...suggest, own, withdrawn }, suggest.live?.doc ?? doc))
  sender.outbox.nudge()
  void sender.sendWithdrawals()
}

/** Reads everybody's suggestions, and the commands of the person's own while they are shown. */
function createListReader(store: StoreApi<EditorState>, { suggestionsApi: api, projectId }: Options) {
  let reading: Promise<void> | undefined
  let isOutdated = false

  async function read(): Promise<void> {
    // Those sent meanwhile may be missing in the answer.
    const sent = new Set(store.getState().suggest.own.flatMap(({ batchId, isSent }) => (isSent ? [batchId] : [])))
    try {
      const list = await api.suggestions({ projectId })
      const { suggest, doc } = store.getState()
      const waiting = new Set(list.waiting.map(({ id }) => id))
      const own = suggest.own.filter(({ batchId }) => waiting.has(batchId) || !sent.has(batchId))
      const next = { ...suggest, own, list, problem: null }
      const isSame = own.length === suggest.own.length
      store.setState(isSame ? { suggest: withMarks(next, doc) } : layered(next, suggest.live?.doc ?? doc))
      const known = new Set([...own.map(({ batchId }) => batchId), ...suggest.withdrawn])
      const isMissing = list.waiting.some(({ id, by }) => by.you && !known.has(id))
      if (isMissing && suggest.live !== null) await loadOwn()
    } catch (error) {
      change(store, () => ({ problem: asAppError(error) }))
    }
  }

  async function loadOwn(): Promise<void> {
    try {
      const { batches } = await api.ownSuggestions({ projectId })
      const { suggest, doc, saved } = store.getState()
      const known = new Set([...suggest.own.map(({ batchId }) => batchId), ...suggest.withdrawn])
      const loaded = batches
        .filter(({ batchId }) => !known.has(batchId))
        .map((batch) => ({ ...batch, baseRevision: saved.rev, isSent: true }))
      if (loaded.length > 0)
        store.setState(layered({ ...suggest, own: [...loaded, ...suggest.own] }, suggest.live?.doc ?? doc))
    } catch (error) {
      change(store, () => ({ problem: asAppError(error) }))
    }
  }

  return {
    loadOwn,
    /** Reads the list; calls during a read cause one more. */
    refresh(): Promise<void> {
      isOutdated = true
      reading ??= (async () => {
        while (isOutdated) {
          isOutdated = false
          await read()
        }
      })().finally(() => (reading = undefined))
      return reading
    },
  }
}

/** Accepts or declines suggestions, oldest first. @throws AppError as refused by the server */
async function decide(
  store: StoreApi<EditorState>,
  { suggestionsApi: api, projectId, reload }: Options,
  o: { ids: readonly string[]; decision: 'accept' | 'decline'; refresh(): Promise<void> },
): Promise<{ accepted: string[]; unfit: string[] }> {
  const outcome = { accepted: [] as string[], unfit: [] as string[] }
  try {
    if (o.decision === 'decline') await api.declineSuggestions({ projectId, ids: [...o.ids] })
    else
      for (let at = 0; at < o.ids.length; at += MOST_AT_ONCE) {
        const { accepted, unfit } = await api.acceptSuggestions({ projectId, ids: o.ids.slice(at, at + MOST_AT_ONCE) })
        outcome.accepted.push(...accepted)
        outcome.unfit.push(...unfit)
      }
  } finally {
    await o.refresh()
    if (store.getState().isCrowded && outcome.accepted.length > 0) await reload()
  }
  return outcome
}

/** Stores unsent suggestions in the browser whenever they change. @returns whether the last write succeeded */
function storeUnsent(store: StoreApi<EditorState>, suggestStore: SuggestStore): () => boolean {
  let isStored = true
  store.subscribe(({ suggest }, before) => {
    if (suggest.own !== before.suggest.own || suggest.withdrawn !== before.suggest.withdrawn)
      isStored = suggestStore.store(suggest)
  })
  return () => isStored || store.getState().suggest.own.every(({ isSent }) => isSent)
}
