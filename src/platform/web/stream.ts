import { type AppError, type ErrorCode } from '../shared/errors.ts'
import { asAppError } from './api.ts'

/** Why a stream brings nothing for now: its connection broke, or its reader has too many streams open. */
export type Interruption = 'lost' | 'crowded'

/** Said while a page is one too many to follow something live. */
export const CROWDED =
  'You have too many tabs open that follow something live. Close some of them. Until then this page is updated every few seconds.'

/** What a followed stream needs. */
export type StreamOptions<Event> = {
  /** Opens the stream; it starts by telling the present state, so a new one loses nothing. */
  connect: (signal: AbortSignal) => Promise<AsyncIterable<Event>>
  onEvent: (event: Event) => void
  /** True when nothing can follow this event; the stream is then left alone. */
  isLast?: (event: Event) => boolean
  /** Told when the stream is interrupted, and null when events flow again. */
  onInterrupted?: (interruption: Interruption | null) => void
  /** A refusal that asking again cannot change; the stream is then left alone. */
  onRefused: (refusal: AppError) => void
  signal: AbortSignal
}

/**
 * Follows a server's event stream until its last event, a refusal or an abort. A broken or ended
 * connection is opened again after 0.5 s, then 1, 2, 4 and at most 8 s.
 */
export async function followStream<Event>(options: StreamOptions<Event>): Promise<void> {
  const { signal, onInterrupted, onRefused } = options
  for (let failures = 0; !signal.aborted; failures += 1) {
    const outcome = await readOnce(options, () => (failures = 0))
    if (outcome === 'ended' || signal.aborted) return
    if (outcome !== 'lost' && FINAL.includes(outcome.code)) return onRefused(outcome)
    onInterrupted?.(outcome !== 'lost' && outcome.code === 'too_many_requests' ? 'crowded' : 'lost')
    await pause(Math.min(8_000, 500 * 2 ** failures), signal)
  }
}

const FINAL: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found', 'unprocessable']

async function readOnce<Event>(o: StreamOptions<Event>, onFlow: () => void): Promise<'ended' | 'lost' | AppError> {
  try {
    for await (const event of await o.connect(o.signal)) {
      onFlow()
      o.onInterrupted?.(null)
      o.onEvent(event)
      if (o.isLast?.(event) === true) return 'ended'
    }
    return 'lost'
  } catch (error) {
    return asAppError(error)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
