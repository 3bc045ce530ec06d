import { asAppError } from '#platform/web/api.ts'
import type { AppError } from '#platform/shared/errors.ts'
import { followStream } from '#platform/web/stream.ts'
import { type CaptionsEvent, type Person, PRESENCE_BEAT_MS } from '../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'

/** What following others' edits needs. */
export type FollowOptions = {
  readonly api: Pick<CaptionsApi, 'watch' | 'here'>
  readonly projectId: string
  readonly clientId: string
  /** The revision that is known at this moment. */
  revision(): number
  /** Receives an event. @returns false when events before it are missing: the stream then starts again */
  onEvent(event: CaptionsEvent): boolean
  onPeople(people: readonly Person[]): void
  /** Receives whether this editor is one too many to follow others live. */
  onCrowded(isCrowded: boolean): void
  /** The person can no longer see the captions. */
  onRefused(refusal: AppError): void
}

/** How long to wait for somebody who was logged out, ms. */
const LOG_IN_MS = 15_000
/** How long before a stream with a gap is opened again, ms. */
const GAP_MS = 500

/** Follows what others save and who is here, until the returned function is called. */
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
    // Presence expires soon in any case, so a lost message does no harm.
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
    // A stream that was refused for good is left alone; one with a gap is opened again.
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
    // The next heartbeat asks again.
    asAppError(error)
  }
}
