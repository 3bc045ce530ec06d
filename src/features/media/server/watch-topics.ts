import type { Events } from '#platform/server/events.ts'

/**
 * One signal for news on any of several topics; news that come while the reader is busy count as one.
 * Listens from this call on, until `signal` aborts.
 */
export function watchTopics(events: Events, topics: readonly string[], signal: AbortSignal): AsyncIterable<void> {
  let changed = Promise.withResolvers<void>()
  // All of them at once: a topic that is heard only after another one's news would miss its own.
  const subscriptions = topics.map((topic) => events.subscribe(topic, signal))
  const readers = subscriptions.map(async (news) => {
    for await (const _ of news) changed.resolve()
  })
  const over = Promise.all(readers).then(() => 'over' as const)

  return (async function* read() {
    while ((await Promise.race([changed.promise, over])) !== 'over') {
      changed = Promise.withResolvers<void>()
      yield
    }
  })()
}
