import { asAppError } from '#platform/web/api.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Batch, Command } from '../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'
import { newUuid } from './new-id.ts'
import type { PendingStore } from './pending-edits.ts'

/**
 * Where the edits stand: all `saved`; on their way (`saving`); waiting for the network (`offline`) or for the
 * person to log in again (`signed-out`); made on captions that are newer by now (`conflict`).
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'signed-out' | 'conflict'

/** Sends edits to the server in order, and loses none. */
export type Outbox = {
  add(commands: Command[]): void
  /** Sends everything now. @throws AppError when it cannot */
  flush(): Promise<void>
  state(): SaveState
  pending(): readonly Batch[]
  /** Goes on from a newer revision, with these edits in place of those that waited. */
  restart(revision: number, batches: readonly Batch[]): void
  /** True while edits exist only in this page's memory. */
  isUnsafe(): boolean
  /** Sends nothing more by itself. */
  dispose(): void
}

/** What an outbox needs. */
export type OutboxOptions = {
  readonly api: CaptionsApi
  readonly projectId: string
  readonly clientId: string
  /** The revision the first edit is made on. */
  readonly revision: number
  readonly store: PendingStore
  onChange(state: SaveState): void
}

/** Edits within this time travel together, ms. */
const GATHER_MS = 400
/** Waits after failures, ms; the last one repeats. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000]
/** Batches of one request; the contract takes 100. */
const MOST_BATCHES = 50

export function createOutbox({ api, projectId, clientId, revision, store, onChange }: OutboxOptions): Outbox {
  let base = revision
  let waiting: Batch[] = []
  let state: SaveState = 'saved'
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let kept = true

  function become(next: SaveState): void {
    if (next === state) return
    state = next
    onChange(next)
  }

  function keep(): void {
    kept = store.keep({ baseRevision: base, batches: waiting })
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    // A failure has set the state already; whoever awaits `flush` hears of it, the timer has nobody to tell.
    timer = setTimeout(() => void send().catch(() => undefined), ms)
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    sending ??= sendAll().finally(() => (sending = undefined))
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && state !== 'conflict') {
      const batches = waiting.slice(0, MOST_BATCHES)
      try {
        const answer = await api.apply({ projectId, clientId, baseRevision: base, batches })
        base = answer.revision
        waiting = waiting.slice(batches.length)
        failures = 0
        keep()
        if (waiting.length > 0) become('saving')
      } catch (error) {
        throw refused(asAppError(error))
      }
    }
    if (waiting.length > 0) throw new AppError('conflict', 'These captions were changed somewhere else.')
    become('saved')
  }

  /** Edits that cannot be saved as they are make a conflict; anything else is tried again. */
  function refused(error: AppError): AppError {
    const final = error.code === 'conflict' || error.code === 'unprocessable' || error.code === 'not_found'
    become(final ? 'conflict' : error.code === 'unauthorized' ? 'signed-out' : 'offline')
    if (!final) schedule(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
    failures += 1
    return error
  }

  return {
    add(commands) {
      waiting = [...waiting, { batchId: newUuid(), commands }]
      keep()
      if (state === 'saved') become('saving')
      if (state === 'saving' && sending === undefined) schedule(GATHER_MS)
    },
    flush: send,
    state: () => state,
    pending: () => waiting,
    restart(next, batches) {
      base = next
      waiting = [...batches]
      failures = 0
      keep()
      become(waiting.length === 0 ? 'saved' : 'saving')
      if (waiting.length > 0) schedule(0)
    },
    isUnsafe: () => !kept && waiting.length > 0,
    dispose: () => clearTimeout(timer),
  }
}
