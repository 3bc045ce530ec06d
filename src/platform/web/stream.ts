import { type AppError, type ErrorCode } from '../shared/errors.ts'
import { asAppError } from './api.ts'

/** What a followed stream needs. */
export type Following<Event> = {
  /** Opens the stream; it starts by telling the present state, so a new one loses nothing. */
  connect: (signal: AbortSignal) => Promise<AsyncIterable<Event>>
  onEvent: (event: Event) => void
  /** True when nothing can follow this event; the stream is then left alone. */
  isLast?: (event: Event) => boolean
  /** Told when the connection is lost (true) and when events flow again (false). */
  onLost?: (lost: boolean) => void
  /** A refusal that asking again cannot change; the stream is then left alone. */
  onRefused: (refusal: AppError) => void
  signal: AbortSignal
}

/**
 * Follows a server's event stream until its last event, a refusal or an abort. A broken or ended
 * connection is opened again after 0.5 s, then 1, 2, 4 and at most 8 s.
 */
export async function followStream<Event>(following: Following<Event>): Promise<void> {
  const { signal, onLost, onRefused } = following
  for (let failures = 0; !signal.aborted; failures += 1) {
    const outcome = await readOnce(following, () => (failures = 0))
    if (outcome === 'ended' || signal.aborted) return
    if (outcome !== 'lost' && FINAL.includes(outcome.code)) return onRefused(outcome)
    onLost?.(true)
    await pause(Math.min(8_000, 500 * 2 ** failures), signal)
  }
}

const FINAL: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found', 'unprocessable']

async function readOnce<Event>(o: Following<Event>, onFlow: () => void): Promise<'ended' | 'lost' | AppError> {
  try {
    for await (const event of await o.connect(o.signal)) {
      onFlow()
      o.onLost?.(false)
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
