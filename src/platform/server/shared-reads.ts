/** Answers `read`, or shares the read of everybody who asks for the same key at the same moment. */
export type SharedReads<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

/**
 * Lets those who follow the same thing share one read of it: when a document changes, all of its streams in this process
 * ask in the same turn of the event loop, and the database answers once. An answer is never older than the question: who
 * asks while a read runs starts the next one.
 */
export function shareReads<Value>(): SharedReads<Value> {
  const upcoming = new Map<string, Promise<Value>>()

  async function begin(key: string, read: () => Promise<Value>): Promise<Value> {
    // The others who follow it are woken in this turn.
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
