import type { StoreApi } from 'zustand/vanilla'
import type { AppError } from '#platform/shared/errors.ts'
import { asAppError } from '#platform/web/api.ts'
import { type AppliedBatches, describeConflict, MOST_AT_ONCE, REQUEST_BYTES } from '../../../model/index.ts'
import type { EditorState } from '../editor-state.ts'
import { createOutbox, type Outbox } from '../outbox.ts'
import type { Conflict } from '../replica.ts'
import { layered, withoutOwn } from './layer-suggestions.ts'
import type { OwnSuggestion } from './suggest-state.ts'
import type { SuggestionsApi } from './suggestions-api.ts'

/** Dependencies of a sender. */
export type SenderOptions = {
  readonly suggestionsApi: SuggestionsApi
  readonly projectId: string
  readonly clientId: string
  /** Receives a message when a suggestion is refused. */
  onProblem(message: string): void
}

/** Sends suggestions in order, and withdrawals. */
export type SuggestionSender = { readonly outbox: Outbox; sendWithdrawals(): Promise<void> }

/** The bytes of a suggestion in a request. */
export function bytesOf(batch: Pick<OwnSuggestion, 'batchId' | 'commands' | 'buildsOn'>): number {
  return new TextEncoder().encode(JSON.stringify(batch)).byteLength
}

/** Creates a sender: an outbox whose batches stay in the editor once the server has them. */
export function createSuggestionSender(store: StoreApi<EditorState>, options: SenderOptions): SuggestionSender {
  const { suggestionsApi: api, projectId, onProblem } = options
  const unsent = () => store.getState().suggest.own.filter(({ isSent }) => !isSent)

  async function sendWithdrawals(): Promise<void> {
    const { withdrawn } = store.getState().suggest
    if (withdrawn.length === 0) return
    try {
      await api.withdrawSuggestions({ projectId, ids: withdrawn.slice(0, MOST_AT_ONCE) })
    } catch (error) {
      // They stay, and are sent with the next suggestion or visit.
      asAppError(error)
      return
    }
    const done = new Set(withdrawn.slice(0, MOST_AT_ONCE))
    const { suggest } = store.getState()
    store.setState({ suggest: { ...suggest, withdrawn: suggest.withdrawn.filter((id) => !done.has(id)) } })
    await sendWithdrawals()
  }

  const outbox = createOutbox({
    ...options,
    api: {
      async apply() {
        const sent = oneRequest(unsent())
        const batches = sent.map(({ batchId, commands, buildsOn }) => ({ batchId, commands, buildsOn }))
        const { refused } = await api.suggest({ projectId, baseRevision: sent[0]?.baseRevision ?? 1, batches })
        // Those that were withdrawn while they were sent.
        await sendWithdrawals()
        return { saved: batches.map(({ batchId }) => ({ batchId, revision: 1 })), refused, since: [] }
      },
    },
    waiting: () => ({ revision: store.getState().saved.rev, batches: unsent(), doc: store.getState().doc }),
    onAnswer: (answer) => receive(store, answer),
    onMisfit: async (error) => refuseAll(store, { error, unsent: unsent(), onProblem }),
    onChange: (save) => store.setState(({ suggest }) => ({ suggest: { ...suggest, save } })),
  })
  return { outbox, sendWithdrawals }
}

/** The first suggestions that were made on the same captions and fit one request; at least one. */
function oneRequest(unsent: readonly OwnSuggestion[]): readonly OwnSuggestion[] {
  let bytes = 0
  const end = unsent.findIndex((batch, at) => {
    bytes += bytesOf(batch)
    return at > 0 && (bytes > REQUEST_BYTES || batch.baseRevision !== unsent[0]?.baseRevision)
  })
  return unsent.slice(0, Math.min(MOST_AT_ONCE, end < 0 ? unsent.length : end))
}

/** Marks stored suggestions; refused ones become conflicts that the person decides about. */
function receive(store: StoreApi<EditorState>, { saved, refused }: AppliedBatches): void {
  const { suggest, doc, conflicts } = store.getState()
  const lost = new Map(refused.map(({ batchId, details }) => [batchId, details]))
  const stored = new Set(saved.map(({ batchId }) => batchId))
  const own = withoutOwn(suggest.own, new Set(lost.keys())).map((batch) =>
    stored.has(batch.batchId) && !batch.isSent ? { ...batch, isSent: true } : batch,
  )
  if (lost.size === 0) return store.setState({ suggest: { ...suggest, own } })
  const added = suggest.own.flatMap(({ batchId, commands }): Conflict[] => {
    const details = lost.get(batchId)
    return details === undefined ? [] : [{ id: batchId, batches: [{ batchId, commands }], details }]
  })
  store.setState({
    ...layered({ ...suggest, own }, suggest.live?.doc ?? doc),
    conflicts: [...conflicts, ...added],
  })
}

/** Turns suggestions that the server cannot store into one conflict, so that none is lost. */
function refuseAll(
  store: StoreApi<EditorState>,
  {
    error,
    unsent,
    onProblem,
  }: { error: AppError; unsent: readonly OwnSuggestion[] } & Pick<SenderOptions, 'onProblem'>,
): void {
  onProblem(error.message)
  const { suggest, doc, saved, conflicts } = store.getState()
  const [first] = unsent
  if (first === undefined) return
  const details = describeConflict({ keys: [], by: null, before: saved, theirs: saved, mine: doc })
  const batches = unsent.map(({ batchId, commands }) => ({ batchId, commands }))
  store.setState({
    ...layered({ ...suggest, own: suggest.own.filter(({ isSent }) => isSent) }, suggest.live?.doc ?? doc),
    conflicts: [...conflicts, { id: first.batchId, batches, details }],
  })
}
