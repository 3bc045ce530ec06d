import { type AppError, type ErrorCode } from '../shared/errors.ts'
import { asAppError } from './api.ts'

/** Why a stream is interrupted: its connection broke, or its reader has too many streams open. */
export type Interruption = 'lost' | 'crowded'

/** The notice on a page with one live stream too many. */
export const CROWDED =
  'Too many of your tabs show live updates. Close some of them. Until then, this page updates every few seconds.'

/** How to follow a stream. */
export type StreamOptions<Event> = {
  /** Opens the stream. Its first event is the current state, so reconnecting loses nothing. */
  connect: (signal: AbortSignal) => Promise<AsyncIterable<Event>>
  onEvent: (event: Event) => void
  /** True for the final event, after which the stream is not reopened. */
  isLast?: (event: Event) => boolean
  /** Called when the stream is interrupted, and with null when events arrive again. */
  onInterrupted?: (interruption: Interruption | null) => void
  /** Called with a refusal that a retry cannot change; the stream is not reopened. */
  onRefused: (refusal: AppError) => void
  signal: AbortSignal
}

/** A connection that delivered events for this long was a good one: the next delay is the shortest again. */
export const STEADY_MS = 5_000

/**
 * Follows a server's event stream until its last event, a final refusal or an abort. Reopens a broken or ended
 * connection after 0.5 s, then 1, 2, 4 and at most 8 s; only a connection that lasted resets that delay.
 */
export async function followStream<Event>(options: StreamOptions<Event>): Promise<void> {
  const { signal, onInterrupted, onRefused } = options
  for (let failures = 0; !signal.aborted; failures += 1) {
    let firstEventAt: number | undefined
    const outcome = await readOnce(options, () => (firstEventAt ??= Date.now()))
    if (firstEventAt !== undefined && Date.now() - firstEventAt >= STEADY_MS) failures = 0
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
