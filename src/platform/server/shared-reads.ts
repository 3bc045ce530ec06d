/** Runs `read`, or joins a read of the same key that is about to start. */
export type SharedReads<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

/**
 * Coalesces reads: when a document changes, all of its streams in this process read it in the same turn of the event
 * loop, and the database answers once. A result is never older than its request: a request during a read starts a new
 * one.
 */
export function shareReads<Value>(): SharedReads<Value> {
  const upcoming = new Map<string, Promise<Value>>()

  async function begin(key: string, read: () => Promise<Value>): Promise<Value> {
    // The other subscribers wake up in this turn.
    await new Promise((resolve) => setImmediate(resolve))
    upcoming.delete(key)
    return read()
  }

  return (key, read) => {
    const shared = upcoming.get(key) ?? begin(key, read)
    upcoming.set(key, shared)
    return shared
  }
}
