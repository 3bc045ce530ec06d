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

/** An outbox with nothing in it. */
export function createOutbox(options: OutboxOptions): Outbox {
  return new SendingOutbox(options)
}

class SendingOutbox implements Outbox {
  readonly #options: OutboxOptions
  #base: number
  #waiting: readonly Batch[] = []
  #state: SaveState = 'saved'
  #failures = 0
  #kept = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#base = options.revision
  }

  state = () => this.#state
  pending = () => this.#waiting
  isUnsafe = () => !this.#kept && this.#waiting.length > 0
  dispose = () => clearTimeout(this.#timer)

  add(commands: Command[]): void {
    this.#wait([...this.#waiting, { batchId: newUuid(), commands }])
    if (this.#state === 'saved') this.#become('saving')
    if (this.#state === 'saving' && this.#sending === undefined) this.#schedule(GATHER_MS)
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
    return this.#sending
  }

  restart(revision: number, batches: readonly Batch[]): void {
    this.#base = revision
    this.#failures = 0
    this.#wait(batches)
    this.#become(batches.length === 0 ? 'saved' : 'saving')
    if (batches.length > 0) this.#schedule(0)
  }

  async #sendAll(): Promise<void> {
    const { api, projectId, clientId } = this.#options
    while (this.#waiting.length > 0 && this.#state !== 'conflict') {
      const batches = this.#waiting.slice(0, MOST_BATCHES)
      try {
        const { revision } = await api.apply({ projectId, clientId, baseRevision: this.#base, batches })
        this.#base = revision
        this.#failures = 0
        this.#wait(this.#waiting.slice(batches.length))
        if (this.#waiting.length > 0) this.#become('saving')
      } catch (error) {
        throw this.#refused(asAppError(error))
      }
    }
    if (this.#waiting.length > 0) throw new AppError('conflict', 'These captions were changed somewhere else.')
    this.#become('saved')
  }

  /** Edits that cannot be saved as they are make a conflict; anything else is tried again. */
  #refused(error: AppError): AppError {
    const final = error.code === 'conflict' || error.code === 'unprocessable' || error.code === 'not_found'
    this.#become(final ? 'conflict' : error.code === 'unauthorized' ? 'signed-out' : 'offline')
    if (!final) this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0)
    this.#failures += 1
    return error
  }

  #wait(batches: readonly Batch[]): void {
    this.#waiting = batches
    this.#kept = this.#options.store.keep({ baseRevision: this.#base, batches: [...batches] })
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    // A failure has set the state already; whoever awaits `flush` hears of it, the timer has nobody to tell.
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), ms)
  }

  #become(next: SaveState): void {
    if (next === this.#state) return
    this.#state = next
    this.#options.onChange(next)
  }
}
