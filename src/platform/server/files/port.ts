/** The size of a file and its SHA-256 in lower-case hexadecimal. */
export type StoredFile = { readonly sha256: string; readonly sizeBytes: number }

/** One entry of a file listing. */
export type ListedFile = { readonly key: string; readonly sizeBytes: number; readonly modifiedAt: Date }

/** A local, read-only copy of a whole file for programs that need a path; valid until disposed. */
export type LocalCopy = AsyncDisposable & { readonly path: string }

/**
 * Durable file storage on the local disk or in a bucket. Each file has a key such as `projects/<id>/source`; check a
 * file out when a program needs its path.
 */
export type FileStore = {
  /**
   * Moves a finished temporary file into the store, durably and atomically: after a crash, the key holds the whole file
   * or nothing. Idempotent: a file that was already adopted is only reported again.
   */
  adopt(tempPath: string, key: string): Promise<StoredFile>
  /** Creates a private directory on the local disk. The caller removes it; `sweep` cleans up after a crash. */
  temporary(): Promise<string>
  /**
   * A private local work directory for this key, kept between attempts on this machine. `remove` deletes it, and
   * `sweep` does so after a week without writes.
   */
  workspace(key: string): Promise<string>
  /**
   * Makes the whole file available locally, downloading it if needed.
   * @param signal stops waiting for it
   * @throws Error with code `ENOENT` when the file does not exist
   */
  checkout(key: string, signal?: AbortSignal): Promise<LocalCopy>
  stat(key: string): Promise<Omit<ListedFile, 'key'> | undefined>
  /** Lists the files under a prefix (`''` for all) in no particular order. Concurrent changes may or may not show. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Streams the bytes from `start` to `end`, both inclusive. */
  openRange(key: string, start: number, end: number): ReadableStream<Uint8Array>
  /** Removes a file or everything under a prefix. A missing file is no error. */
  remove(prefixOrKey: string): Promise<void>
  /** Absolute paths of the local folders it writes to. They may not exist yet. */
  readonly folders: readonly string[]
  /** Free bytes on the local disk, where every new file is written first. */
  freeBytes(): Promise<number>
  /** Removes leftovers of crashes and returns their number. */
  sweep(): Promise<number>
}

/**
 * Checks a file out while `work` runs, and always releases the copy.
 * @throws Error with code `ENOENT` when the file does not exist, and whatever `work` throws
 */
export async function withLocal<Result>(
  files: Pick<FileStore, 'checkout'>,
  { key, signal }: { key: string; signal?: AbortSignal },
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const copy = await files.checkout(key, signal)
  try {
    return await work(copy.path)
  } finally {
    await copy[Symbol.asyncDispose]()
  }
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Whether a string is a valid key: a plain relative path without hidden parts. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** @throws Error when `key` is not a plain relative path */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 200))}`)
  return key
}
