/** Values by key, of which the least recently used are dropped. */
export type Recent<Key, Value> = {
  /** Marks the value as used. */
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  clear(): void
}

/** @param onDrop called with each dropped value */
export function keepRecent<Key, Value>(
  most: number,
  onDrop: (value: Value) => void = () => undefined,
): Recent<Key, Value> {
  const values = new Map<Key, Value>()
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      values.set(key, value)
      for (const [oldest, dropped] of values) {
        if (values.size <= most) return
        values.delete(oldest)
        onDrop(dropped)
      }
    },
    clear() {
      for (const value of values.values()) onDrop(value)
      values.clear()
    },
  }
}
