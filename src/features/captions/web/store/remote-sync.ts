import type { StoreApi } from 'zustand/vanilla'
import type { AppError, ErrorCode } from '#platform/shared/errors.ts'
import { asAppError } from '#platform/web/api.ts'
import {
  type AppliedBatches,
  type CaptionsEvent,
  MAIN_STYLE,
  type Person,
  type SavedBatch,
  wordIndex,
} from '../../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'
import type { EditorState } from './editor-state.ts'
import { follow } from './follow.ts'
import { NO_HISTORY, withBlockers } from './history.ts'
import { newUuid } from './new-id.ts'
import { type Conflict, type ReplicaUpdate, type Blocker, withDocument, withRefused, withSaved } from './replica.ts'
import { withRestyling } from './restyled.ts'
import { survivingSelection } from './selection.ts'
import type { Access } from '../slots.ts'
import { styleCommands } from './style-scope.ts'
import { liveOf, withLive } from './suggestions/layer-suggestions.ts'

/** Synchronises an open editor with the server. */
export type RemoteSync = {
  /** The server's answer to sent batches. */
  receiveAnswer(answer: AppliedBatches): void
  /** Reloads the captions; edits that the server does not have become conflicts. */
  reload(): Promise<void>
  /** Follows others until the returned function is called. */
  follow(): () => void
}

type Options = {
  readonly api: CaptionsApi
  readonly projectId: string
  readonly clientId: string
  /** Called when suggestions may have changed. */
  onSuggestions(): void
  /** Receives what the person may do now. */
  onAccess(access: Access): void
}

/** Creates the synchronisation of an editor. Tolerates late, repeated and reordered messages. */
export function createRemoteSync(
  store: StoreApi<EditorState>,
  { api, projectId, clientId, onSuggestions, onAccess }: Options,
): RemoteSync {
  /** @returns false when an earlier batch is missing */
  function receiveBatches(batches: readonly SavedBatch[]): boolean {
    for (const batch of batches) {
      const before = liveOf(store.getState())
      const update = withSaved(before, batch)
      if (update === undefined) return false
      applyUpdate(store, { ...update, before, savedId: batch.batchId })
      noteRestyling(store, batch, before)
      if (isNew(batch, before) && batch.isReplacement) void reloadWithRetry()
    }
    return true
  }

  async function reload(): Promise<void> {
    const batchIds = store.getState().pending.map(({ batchId }) => batchId)
    const answer = await api.get({ projectId, batchIds })
    const before = liveOf(store.getState())
    if (answer.document.rev < before.saved.rev) return reload()
    // Edits made meanwhile may already be saved, but were not in the request: ask again.
    if (before.pending.some(({ batchId }) => !batchIds.includes(batchId))) return reload()
    store.setState(withLive(store.getState(), reloadedState(before, answer)))
  }

  let isFollowing = false
  /** Retries until the captions are loaded, the server finally refuses, or the editor closes. */
  async function reloadWithRetry(): Promise<void> {
    while (isFollowing) {
      try {
        return await reload()
      } catch (error) {
        const refusal = asAppError(error)
        if (FINAL.has(refusal.code)) return onRefused(store, refusal)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  return {
    receiveAnswer({ saved, refused, since }) {
      const { pending, conflicts } = store.getState()
      const own = new Map([...pending, ...conflicts.flatMap(({ batches }) => batches)].map((one) => [one.batchId, one]))
      const mine = saved.flatMap(({ batchId, revision }): SavedBatch[] => {
        const batch = own.get(batchId)
        return batch === undefined ? [] : [{ ...batch, revision, by: null, isReplacement: false }]
      })
      receiveBatches([...mine, ...since].toSorted((a, b) => a.revision - b.revision))
      receiveRefusals(store, refused)
    },
    reload,
    follow() {
      isFollowing = true
      const onReload = () => void reloadWithRetry()
      const handlers = streamHandlers(store, { receiveBatches, onReload, onSuggestions, onAccess })
      const stop = follow({ api, projectId, clientId, ...handlers })
      return () => {
        isFollowing = false
        stop()
      }
    },
  }
}

function reloadedState(
  before: EditorState,
  { document, saved, access, viewing }: Awaited<ReturnType<CaptionsApi['get']>>,
) {
  const replica = withDocument(before, document, saved)
  return { ...replica, ...NO_HISTORY, access, isViewing: viewing === true, typing: null, draft: null }
}

function isNew({ revision }: SavedBatch, { saved }: EditorState): boolean {
  return revision > saved.rev
}

function noteRestyling(store: StoreApi<EditorState>, batch: SavedBatch, before: EditorState): void {
  if (!isNew(batch, before) || batch.isReplacement) return
  const { conflicts, restyled } = store.getState()
  // A new conflict already asks whose look stays.
  if (conflicts.length <= before.conflicts.length)
    store.setState({ restyled: withRestyling(restyled, batch, before.saved) })
}

function receiveRefusals(store: StoreApi<EditorState>, refused: AppliedBatches['refused']): void {
  for (const { batchId, details } of refused) {
    const before = liveOf(store.getState())
    if (before.pending.some((batch) => batch.batchId === batchId))
      applyUpdate(store, { ...withRefused(before, batchId, details), before })
  }
}

/** Delay before the captions are reloaded again, ms. */
const RETRY_MS = 2_000
/** Refusals that are not retried. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['forbidden', 'not_found'])

function onRefused(store: StoreApi<EditorState>, refusal: AppError): void {
  store.setState({ people: [], refusal, save: 'refused', access: 'viewer', draft: null, draftPlace: null })
}

function streamHandlers(
  store: StoreApi<EditorState>,
  {
    receiveBatches,
    onReload,
    onSuggestions,
    onAccess,
  }: {
    receiveBatches(batches: readonly SavedBatch[]): boolean
    onReload(): void
  } & Pick<Options, 'onSuggestions' | 'onAccess'>,
) {
  return {
    revision: () => store.getState().saved.rev,
    onEvent(event: CaptionsEvent) {
      // The first event of a connection has no batches: comments and suggestions may have changed before it.
      const isFirst = event.type === 'saved' && event.batches.length === 0
      if (event.type === 'comments' || isFirst) noteComments(store)
      if (event.type === 'suggestions' || isFirst) onSuggestions()
      if (event.type === 'saved') return receiveBatches(event.batches)
      if (event.type === 'people') store.setState({ people: event.people })
      else if (event.type === 'reload') onReload()
      else if (event.type === 'access') {
        store.setState({ isViewing: event.viewing === true })
        onAccess(event.access)
      }
      return true
    },
    onPeople: (people: readonly Person[]) => store.setState({ people }),
    onCrowded: (isCrowded: boolean) => store.setState({ isCrowded }),
    onRefused: (refusal: AppError) => onRefused(store, refusal),
  }
}

function noteComments(store: StoreApi<EditorState>): void {
  store.setState(({ comments }) => ({ comments: { ...comments, version: comments.version + 1 } }))
}

/** @param o.before the state of the captions themselves @param o.savedId the batch that was saved */
function applyUpdate(
  store: StoreApi<EditorState>,
  { replica, blockers, before, savedId = '' }: ReplicaUpdate & { before: EditorState; savedId?: string },
): void {
  if (replica === before) return
  const draft = strandedDraft(before, blockers)
  const shown = store.getState()
  const change = withLive(
    shown,
    {
      ...replica,
      ...(draft && { draft: null, conflicts: [...replica.conflicts, draft] }),
      ...withBlockers(before, blockers, before.doc),
      ...(blockers[0] && { lastBy: blockers[0].by }),
    },
    { savedId },
  )
  const { doc = shown.doc } = change
  const isTyped = before.typing !== null && wordIndex(doc, before.typing.wordId) >= 0
  store.setState({
    ...change,
    ...(!isTyped && { typing: null }),
    selection: survivingSelection(shown.doc, doc, before.selection),
  })
}

/** A conflict for a style that somebody else sets while it is being dragged. */
function strandedDraft({ doc, draft }: EditorState, blockers: readonly Blocker[]): Conflict | undefined {
  const theirs = blockers.find(({ footprint }) => footprint.has(`style:${MAIN_STYLE}`))
  if (draft?.scope !== 'all' || theirs === undefined) return undefined
  const commands = styleCommands(doc, draft)
  if (commands.length === 0) return undefined
  const id = newUuid()
  const nothing = { wordIds: [], after: [], was: null, theirs: null, mine: null }
  return { id, batches: [{ batchId: id, commands }], details: { ...nothing, by: theirs.by, part: 'style' } }
}
