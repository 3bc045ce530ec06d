import type { Events } from '#platform/server/events.ts'
import { openQueue } from '#platform/server/wake-queue.ts'

/**
 * Merges the events of several topics into one signal; events that come while the reader is busy count as one.
 * Subscribes immediately, until `signal` aborts.
 */
export function watchTopics(events: Events, topics: readonly string[], signal: AbortSignal): AsyncIterable<void> {
  const changes = openQueue<void>({ limit: { size: 1, overflow: undefined } })
  // Subscribe to all at once: a topic subscribed only after another one's event would miss its own.
  const subscriptions = topics.map((topic) => events.subscribe(topic, signal))
  const readers = subscriptions.map(async (signals) => {
    for await (const _ of signals) changes.push()
  })
  void Promise.all(readers).then(changes.close, changes.fail)
  return changes
}
