import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connectOnce, type Queryable } from './db.ts'
import { execute } from './rows.ts'
import type { Log } from './log.ts'
import { openQueue, type WakeQueue } from './wake-queue.ts'

/** The payload of an event: plain JSON, under 4 kB. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }
export type JsonObject = { readonly [key: string]: JsonValue }

/** Events between processes over PostgreSQL LISTEN and NOTIFY: fast, not stored, delivered at most once. */
export type Events = {
  /**
   * Notifies every subscriber of `topic` in all processes. Inside a transaction, the event is delivered on commit only.
   * @throws RangeError when the payload is 4,000 bytes or more
   */
  publish(queryable: Queryable, topic: string, payload?: JsonObject): Promise<void>
  /**
   * Subscribes to one or several topics immediately: subscribe first, then read the state, then follow. Yields `MISSED_EVENTS` when
   * events may have been lost; read the state again then. Ends when `signal` aborts or the events are closed.
   */
  subscribe(topics: string | readonly string[], signal?: AbortSignal): AsyncIterable<JsonObject>
}

/** Events with their own connection. Closing it ends all subscriptions and is idempotent. */
export type OpenEvents = Events & { close(): Promise<void> }

/** Replaces events lost to a broken connection or a slow reader. */
export const MISSED_EVENTS: JsonObject = { missed: true }

const CHANNEL = 'wordpop_events'
const MAX_PAYLOAD_BYTES = 4_000
const MAX_WAITING = 1_000
const RECONNECT_MS = 250
const Envelope = z.object({ topic: z.string(), payload: z.record(z.string(), z.json()) })

/** Publishes one event without opening a listening connection. */
export async function publishEvent(queryable: Queryable, topic: string, payload: JsonObject = {}): Promise<void> {
  const text = JSON.stringify({ topic, payload })
  if (Buffer.byteLength(text) >= MAX_PAYLOAD_BYTES)
    throw new RangeError(`an event on ${topic} must stay under ${MAX_PAYLOAD_BYTES} bytes`)
  await execute(queryable, 'select pg_notify($1, $2)', [CHANNEL, text])
}

/** Opens the listening connection, which reconnects when the database restarts. */
export async function openEvents({ url, log }: { url: string; log: Log }): Promise<OpenEvents> {
  const subscribers: Subscribers = new Map()
  const closing = new AbortController()
  let line = await listen(url, subscribers)
  const listening = keepListening()

  return {
    publish: publishEvent,
    subscribe: (topics, signal) =>
      follow(
        subscribers,
        [topics].flat(),
        signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
      ),
    async close() {
      if (!closing.signal.aborted) {
        closing.abort()
        await line.hangUp()
      }
      await listening
    },
  }

  async function keepListening(): Promise<void> {
    for (;;) {
      await line.ended
      if (closing.signal.aborted) return
      log.warn('lost the events connection, connecting again')
      line = await listenAgain()
      for (const ofTopic of subscribers.values()) for (const subscriber of ofTopic) subscriber.push(MISSED_EVENTS)
    }
  }

  async function listenAgain(): Promise<Line> {
    for (;;) {
      try {
        const fresh = await listen(url, subscribers)
        if (closing.signal.aborted) await fresh.hangUp()
        return fresh
      } catch (error) {
        if (closing.signal.aborted) return line
        log.debug({ err: error }, 'events connection refused')
        await sleep(RECONNECT_MS)
      }
    }
  }
}

/** One listening connection, and a promise for the moment it breaks. */
type Line = { readonly ended: Promise<void>; hangUp(): Promise<void> }
type Subscriber = Pick<WakeQueue<JsonObject>, 'push'>
/** Grouped by topic, so that an event does not visit every subscription. */
type Subscribers = Map<string, Set<Subscriber>>

async function listen(url: string, subscribers: Subscribers): Promise<Line> {
  const connection = await connectOnce(url)
  const ended = new Promise<void>((resolve) => connection.once('end', resolve))
  connection.on('notification', ({ payload }) => deliver(payload ?? '', subscribers))
  await connection.query(`listen ${CHANNEL}`)
  return { ended, hangUp: () => connection.end() }
}

function deliver(text: string, subscribers: Subscribers): void {
  const { topic, payload } = Envelope.parse(JSON.parse(text))
  for (const subscriber of subscribers.get(topic) ?? []) subscriber.push(payload)
}

/** Registers immediately rather than at the first read, so that no event in between is lost. */
function follow(subscribers: Subscribers, topics: readonly string[], signal: AbortSignal): AsyncIterable<JsonObject> {
  const queue = openQueue<JsonObject>({
    // A reader this slow must read the state again anyway; a longer queue would only use memory.
    limit: { size: MAX_WAITING, overflow: MISSED_EVENTS },
    onClose() {
      for (const topic of topics) {
        const ofTopic = subscribers.get(topic)
        ofTopic?.delete(queue)
        if (ofTopic?.size === 0) subscribers.delete(topic)
      }
      signal.removeEventListener('abort', close)
    },
  })
  const close = () => queue.close()
  if (signal.aborted) queue.close()
  else for (const topic of topics) subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(queue))
  signal.addEventListener('abort', close, { once: true })
  return queue
}
