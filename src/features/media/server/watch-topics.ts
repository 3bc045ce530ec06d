import type { Events } from '#platform/server/events.ts'

/**
 * Merges the events of several topics into one signal; events that come while the reader is busy count as one.
 * Subscribes immediately, until `signal` aborts.
 */
export function watchTopics(events: Events, topics: readonly string[], signal: AbortSignal): AsyncIterable<void> {
  let changed = Promise.withResolvers<void>()
  // Subscribe to all at once: a topic subscribed only after another one's event would miss its own.
  const subscriptions = topics.map((topic) => events.subscribe(topic, signal))
  const readers = subscriptions.map(async (signals) => {
    for await (const _ of signals) changed.resolve()
  })
  const over = Promise.all(readers).then(() => 'over' as const)

  return (async function* read() {
    while ((await Promise.race([changed.promise, over])) !== 'over') {
      changed = Promise.withResolvers<void>()
      yield
    }
  })()
}
