/** Bytes of an answer. */
export type CachedBytes = Uint8Array<ArrayBuffer>

/** The last used answers that never change for their key. Concurrent reads of one key share the work. */
export class BytesCache {
  readonly #mostBytes: number
  /** In order of last use, oldest first. */
  readonly #answers = new Map<string, CachedBytes>()
  readonly #reading = new Map<string, Promise<CachedBytes>>()
  #bytes = 0

  /** @param mostBytes of all answers in memory; the oldest go first */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Bytes of all answers in memory. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The answer of a key.
   * @param make makes a missing answer; when it fails, the next read tries again
   */
  async read(key: string, make: () => Promise<CachedBytes>): Promise<CachedBytes> {
    const known = this.#answers.get(key)
    if (known !== undefined) {
      this.#answers.delete(key)
      this.#answers.set(key, known)
      return known
    }
    return this.#reading.get(key) ?? this.#make(key, make)
  }

  #make(key: string, make: () => Promise<CachedBytes>): Promise<CachedBytes> {
    const reading = make()
      .then((bytes) => {
        this.#put(key, bytes)
        return bytes
      })
      .finally(() => this.#reading.delete(key))
    this.#reading.set(key, reading)
    return reading
  }

  #put(key: string, bytes: CachedBytes): void {
    this.#answers.set(key, bytes)
    this.#bytes += bytes.byteLength
    for (const [oldest, answer] of this.#answers) {
      if (this.#bytes <= this.#mostBytes) return
      this.#answers.delete(oldest)
      this.#bytes -= answer.byteLength
    }
  }
}
