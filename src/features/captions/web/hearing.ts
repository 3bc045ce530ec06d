import type { StoreApi } from 'zustand/vanilla'
import type { AppError, ErrorCode } from '#platform/shared/errors.ts'
import { asAppError } from '#platform/web/api.ts'
import {
  type AppliedBatches,
  type CaptionsEvent,
  type Command,
  MAIN_STYLE,
  type Person,
  type SavedBatch,
  wordIndex,
} from '../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'
import type { EditorState } from './editor-state.ts'
import { follow } from './follow.ts'
import { NO_HISTORY, withOverruled } from './history.ts'
import { newUuid } from './new-id.ts'
import { type Conflict, type Heard, type Overruled, withDocument, withRefused, withSaved } from './replica.ts'
import { survivingSelection } from './selection.ts'

/** What reaches an editor from outside. */
export type Hearing = {
  /** What became of batches that were sent. */
  answer(answer: AppliedBatches): void
  /** Takes the captions as the server has them; edits that are not among them wait for the person. */
  readAnew(): Promise<void>
  /** Follows others until the returned function is called. */
  follow(): () => void
}

type Options = { readonly api: CaptionsApi; readonly projectId: string; readonly clientId: string }

/** Keeps the state in step with what the server says, in whatever order and however often it is said. */
export function hearing(store: StoreApi<EditorState>, { api, projectId, clientId }: Options): Hearing {
  /** @returns false when one before them is missing */
  function hear(batches: readonly SavedBatch[]): boolean {
    for (const batch of batches) {
      const isNews = batch.revision > store.getState().saved.rev
      const heard = withSaved(store.getState(), batch)
      if (heard === undefined) return false
      take(store, heard)
      if (isNews && batch.anew) void readSoon()
    }
    return true
  }

  async function readAnew(): Promise<void> {
    const batchIds = store.getState().pending.map(({ batchId }) => batchId)
    const { document, saved, access } = await api.get({ projectId, batchIds })
    const before = store.getState()
    if (document.rev < before.saved.rev) return readAnew()
    // What was made meanwhile may be among them already, and nobody was asked about it.
    if (before.pending.some(({ batchId }) => !batchIds.includes(batchId))) return readAnew()
    const replica = withDocument(before, document, saved)
    store.setState({ ...replica, ...NO_HISTORY, access, typing: null, draft: null })
  }

  let isFollowing = false
  /** Asks until the captions come, are refused for good, or the editor is left. */
  async function readSoon(): Promise<void> {
    while (isFollowing) {
      try {
        return await readAnew()
      } catch (error) {
        const refusal = asAppError(error)
        if (FINAL.has(refusal.code)) return onRefused(store, refusal)
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
  }

  return {
    answer({ saved, refused, since }) {
      const { pending, conflicts } = store.getState()
      const own = new Map([...pending, ...conflicts.flatMap(({ batches }) => batches)].map((one) => [one.batchId, one]))
      const mine = saved.flatMap(({ batchId, revision }): SavedBatch[] => {
        const batch = own.get(batchId)
        return batch === undefined ? [] : [{ ...batch, revision, by: null, anew: false }]
      })
      hear([...mine, ...since].toSorted((a, b) => a.revision - b.revision))
      for (const { batchId, clash } of refused)
        if (store.getState().pending.some((batch) => batch.batchId === batchId))
          take(store, withRefused(store.getState(), batchId, clash))
    },
    readAnew,
    follow() {
      isFollowing = true
      const stop = follow({
        ...{ api, projectId, clientId },
        ...followed(store, { hear, onReload: () => void readSoon() }),
      })
      return () => {
        isFollowing = false
        stop()
      }
    },
  }
}

/** How long before captions that could not be read anew are asked for again, ms. */
const AGAIN_MS = 2_000
/** Refusals that asking again cannot change. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['forbidden', 'not_found'])

function onRefused(store: StoreApi<EditorState>, refusal: AppError): void {
  store.setState({ people: [], refusal, save: 'refused' })
}

function followed(
  store: StoreApi<EditorState>,
  { hear, onReload }: { hear(batches: readonly SavedBatch[]): boolean; onReload(): void },
) {
  return {
    revision: () => store.getState().saved.rev,
    onEvent(event: CaptionsEvent) {
      if (event.type === 'saved') return hear(event.batches)
      if (event.type === 'people') store.setState({ people: event.people })
      else onReload()
      return true
    },
    onPeople: (people: readonly Person[]) => store.setState({ people }),
    onCrowded: (isCrowded: boolean) => store.setState({ isCrowded }),
    onRefused: (refusal: AppError) => onRefused(store, refusal),
  }
}

function take(store: StoreApi<EditorState>, { replica, overruled }: Heard): void {
  const before = store.getState()
  if (replica === before) return
  const draft = strandedDraft(before, overruled)
  const isTyped = before.typing !== null && wordIndex(replica.doc, before.typing.wordId) >= 0
  store.setState({
    ...replica,
    ...(draft && { draft: null, conflicts: [...replica.conflicts, draft] }),
    ...withOverruled(before, overruled, before.doc),
    ...(!isTyped && { typing: null }),
    selection: survivingSelection(before.doc, replica.doc, before.selection),
    ...(overruled[0] && { lastBy: overruled[0].by }),
  })
}

/** A style that is being dragged when somebody else sets it: the person decides. */
function strandedDraft({ draft }: EditorState, overruled: readonly Overruled[]): Conflict | undefined {
  const theirs = overruled.find(({ touches }) => touches.has(`style:${MAIN_STYLE}`))
  if (draft === null || theirs === undefined) return undefined
  const id = newUuid()
  const commands: Command[] = [{ type: 'setStyle', styleId: MAIN_STYLE, patch: draft }]
  const nothing = { wordIds: [], after: [], was: null, theirs: null, mine: null }
  return { id, batches: [{ batchId: id, commands }], clash: { ...nothing, by: theirs.by, part: 'style' } }
}
