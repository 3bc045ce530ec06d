import { asAppError } from '#platform/web/api.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type AppliedBatches, type Batch, type CaptionDocument, takeAffordable } from '../../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'

/**
 * The state of the edits: all `saved`; being sent (`saving`); waiting for the network (`offline`), for a server that
 * cannot save right now (`unavailable`) or for the person to log in (`signed-out`); or `refused`, because the person
 * may no longer edit these captions.
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'unavailable' | 'signed-out' | 'refused'

/** Sends edits to the server in order, without losing any. */
export type Outbox = {
  /** Schedules sending of new edits. */
  nudge(): void
  /** Sends all edits now. @throws AppError when it cannot */
  flush(): Promise<void>
  /** Stops sending on a schedule. */
  dispose(): void
}

/** Dependencies of an outbox. */
export type OutboxOptions = {
  readonly api: Pick<CaptionsApi, 'apply'>
  readonly projectId: string
  readonly clientId: string
  /** The pending edits, the base revision of the first one, and the captions with all of them. */
  waiting(): { readonly revision: number; readonly batches: readonly Batch[]; readonly doc: CaptionDocument }
  /** Receives the answer; saved and refused batches are no longer pending. */
  onAnswer(answer: AppliedBatches): void
  /** Reloads the captions when the edits do not fit those of the server. */
  onMisfit(error: AppError): Promise<void>
  onChange(state: SaveState, refusal?: AppError): void
}

/** Edits within this time are sent together, ms. */
const GATHER_MS = 400
/** Delays after failures, ms; the last one repeats. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000]
/** Maximum batches of one request. */
const MOST_BATCHES = 50

/** Creates an outbox. */
export function createOutbox(options: OutboxOptions): Outbox {
  return new SendingOutbox(options)
}

class SendingOutbox implements Outbox {
  readonly #options: OutboxOptions
  #state: SaveState = 'saved'
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #isDisposed = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  dispose(): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
  }

  nudge(): void {
    if (this.#waiting().length === 0) return
    if (this.#state === 'saved') this.#become('saving')
    if (this.#state === 'saving' && this.#sending === undefined) this.#schedule(GATHER_MS)
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting().length > 0) {
      try {
        await this.#sendSome()
        this.#failures = 0
        if (this.#waiting().length > 0) this.#become('saving')
      } catch (error) {
        throw await this.#refused(asAppError(error))
      }
    }
    this.#become('saved')
  }

  async #sendSome(): Promise<void> {
    const { api, projectId, clientId, waiting, onAnswer } = this.#options
    const { revision, batches, doc } = waiting()
    const sent = takeAffordable(doc, batches.slice(0, MOST_BATCHES))
    onAnswer(await api.apply({ projectId, clientId, baseRevision: revision, batches: sent }))
    const left = new Set(this.#waiting())
    // Without this check, an answer without any of the sent batches would cause an endless loop.
    if (sent.every((batch) => left.has(batch))) throw new AppError('unavailable', 'The edits could not be saved yet.')
  }

  /** Reports a final refusal; retries after anything else. */
  async #refused(error: AppError): Promise<AppError> {
    if (isMisfit(error)) {
      const failure = await this.#reload(error)
      if (failure === undefined) return error
      return this.#refused(failure)
    }
    const final = stateAfter(error) === 'refused'
    this.#become(stateAfter(error), error)
    if (!final) this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0)
    this.#failures += 1
    return error
  }

  /** @returns the error if the captions could not be read */
  async #reload(error: AppError): Promise<AppError | undefined> {
    try {
      await this.#options.onMisfit(error)
      this.#become('saved')
      return undefined
    } catch (thrown) {
      const failure = asAppError(thrown)
      return isMisfit(failure) ? new AppError('unavailable', failure.message) : failure
    }
  }

  #waiting(): readonly Batch[] {
    return this.#options.waiting().batches
  }

  #schedule(ms: number): void {
    // The last request of a closed editor may fail after it: what it could not save is sent on the next visit.
    if (this.#isDisposed) return
    clearTimeout(this.#timer)
    // A failure has already set the state, and nobody awaits this flush.
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), ms)
  }

  #become(next: SaveState, refusal?: AppError): void {
    if (next === this.#state) return
    this.#state = next
    this.#options.onChange(next, refusal)
  }
}

function stateAfter({ code, cause }: AppError): SaveState {
  switch (code) {
    case 'forbidden':
    case 'not_found':
      return 'refused'
    case 'unauthorized':
      return 'signed-out'
    case 'unavailable':
      // `fetch` throws a TypeError when there is no response.
      return cause instanceof TypeError ? 'offline' : 'unavailable'
    default:
      return 'offline'
  }
}

/** True if the server would refuse these edits again, because they do not fit its captions or cost too much on them. */
export function isMisfit({ code }: AppError): boolean {
  return code === 'unprocessable' || code === 'conflict' || code === 'too_large'
}
