import { asAppError } from '#platform/web/api.ts'
import type { AppError } from '#platform/shared/errors.ts'
import { followStream } from '#platform/web/stream.ts'
import { type CaptionsEvent, type Person, PRESENCE_BEAT_MS } from '../../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'

/** Dependencies of `follow`. */
export type FollowOptions = {
  readonly api: Pick<CaptionsApi, 'watch' | 'here'>
  readonly projectId: string
  readonly clientId: string
  /** The currently known revision. */
  revision(): number
  /** Receives an event. @returns false when earlier events are missing, which restarts the stream */
  onEvent(event: CaptionsEvent): boolean
  onPeople(people: readonly Person[]): void
  /** Called when the person has too many live tabs for this one, and when that ends. */
  onCrowded(isCrowded: boolean): void
  /** Called when the person can no longer see the captions. */
  onRefused(refusal: AppError): void
}

/** Delay between attempts while logged out, ms. */
const LOG_IN_MS = 15_000
/** Delay before a stream with a gap is reopened, ms. */
const GAP_MS = 500

/** Follows others' edits and presence until the returned function is called. */
export function follow(o: FollowOptions): () => void {
  const leaving = new AbortController()
  void followAll(o, leaving.signal)
  const beat = () => void sendHeartbeat(o, leaving.signal)
  beat()
  const timer = setInterval(beat, PRESENCE_BEAT_MS)
  return () => {
    clearInterval(timer)
    leaving.abort()
    const { projectId, clientId } = o
    // Presence expires soon anyway, so a lost message is harmless.
    o.api.here({ projectId, clientId, leaving: true }).catch(() => undefined)
  }
}

async function followAll(o: FollowOptions, leaving: AbortSignal): Promise<void> {
  while (!leaving.aborted) {
    const again = new AbortController()
    let refused = false
    let signedOut = false
    await followStream<CaptionsEvent>({
      connect: (signal) => o.api.watch({ projectId: o.projectId, revision: o.revision() }, { signal }),
      onEvent: (event) => {
        if (!o.onEvent(event)) again.abort()
      },
      onInterrupted: (interruption) => o.onCrowded(interruption === 'crowded'),
      onRefused: (refusal) => {
        refused = true
        signedOut = refusal.code === 'unauthorized'
        if (!signedOut) o.onRefused(refusal)
      },
      signal: AbortSignal.any([leaving, again.signal]),
    })
    // A finally refused stream stays closed; one with a gap is reopened.
    if (!signedOut && (refused || !again.signal.aborted)) return
    await abortOf(AbortSignal.any([leaving, AbortSignal.timeout(signedOut ? LOG_IN_MS : GAP_MS)]))
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

async function sendHeartbeat(o: FollowOptions, leaving: AbortSignal): Promise<void> {
  try {
    const { people } = await o.api.here({ projectId: o.projectId, clientId: o.clientId })
    if (!leaving.aborted) o.onPeople(people)
  } catch (error) {
    // The next heartbeat retries.
    asAppError(error)
  }
}
