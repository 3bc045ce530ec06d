/** What a file weighs and the SHA-256 of its bytes, in lower-case hexadecimal. */
export type StoredFile = { readonly sha256: string; readonly sizeBytes: number }

/** One file as the store lists it. */
export type ListedFile = { readonly key: string; readonly sizeBytes: number; readonly modifiedAt: Date }

/** A whole file at a path of this machine, for programs that read paths. Only to be read, until it is disposed of. */
export type LocalCopy = AsyncDisposable & { readonly path: string }

/**
 * Where acknowledged files live, each under a key such as `projects/<id>/source`: on the local disk or in a bucket.
 * Callers know keys; what a program has to read by its path is checked out.
 */
export type FileStore = {
  /**
   * Takes over a finished temporary file. When it returns, the file survives a power cut and the temporary is gone;
   * killed on the way, it has left either nothing under the key or the whole file. Safe to repeat: a file that was
   * already taken over is only told again.
   */
  adopt(tempPath: string, key: string): Promise<StoredFile>
  /** A fresh private directory on the local disk; the caller removes it, `sweep` what a crash leaves. */
  temporary(): Promise<string>
  /**
   * A private local directory for work under this key, kept on this machine from one try to the next. It goes with
   * `remove`, and when nobody wrote into it for a week.
   */
  workspace(key: string): Promise<string>
  /**
   * The whole file on this machine: itself, or a download.
   * @param signal ends the waiting for it
   * @throws Error with code `ENOENT` when there is no such file
   */
  checkout(key: string, signal?: AbortSignal): Promise<LocalCopy>
  stat(key: string): Promise<Omit<ListedFile, 'key'> | undefined>
  /** Every file under a prefix, of all with `''`, in no particular order. What comes and goes meanwhile may be told. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** The bytes from `start` to `end`, both included. */
  openRange(key: string, start: number, end: number): ReadableStream<Uint8Array>
  /** Removes one file, or everything under a prefix; nothing there is no error. */
  remove(prefixOrKey: string): Promise<void>
  /** The folders of this machine that it writes to; absolute. They may not be there yet. */
  readonly folders: readonly string[]
  /** Bytes that can still be written to the local disk, through which every new file comes. */
  freeBytes(): Promise<number>
  /** Removes what crashes left behind; returns how many things. */
  sweep(): Promise<number>
}

/**
 * Lets `work` read a whole file by its path, and gives the copy back afterwards, however that ends.
 * @throws Error with code `ENOENT` when there is no such file, and whatever `work` throws
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

/** Whether this can be a key: a plain relative path without hidden parts. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** @throws Error when `key` is not a plain relative path */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 200))}`)
  return key
}
