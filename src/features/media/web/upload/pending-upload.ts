/**
 * A clip chosen before the visitor has an account. This page holds it and copies it into IndexedDB, so that a reload or
 * a sign-in on another page does not lose it. It is not uploaded here.
 */

const DATABASE = 'carried-clip'
const STORE = 'clip'
const KEY = 'clip'
/** A clip older than a day is dropped. */
const RETENTION_MS = 24 * 60 * 60 * 1_000

type PendingClip = { readonly file: File; readonly since: number }

let clipInMemory: File | undefined

/** Stores a clip until it is uploaded. Resolves once the copy is stored, or cannot be. */
export async function storePendingClip(file: File): Promise<void> {
  clipInMemory = file
  await inStore('readwrite', (store) => store.put({ file, since: Date.now() } satisfies PendingClip, KEY))
}

/** The stored clip; undefined if this browser has none. */
export async function readPendingClip(): Promise<File | undefined> {
  if (clipInMemory !== undefined) return clipInMemory
  const found: unknown = await inStore('readonly', (store) => store.get(KEY))
  if (!isPendingClip(found)) return undefined
  if (Date.now() - found.since <= RETENTION_MS) return found.file
  await deletePendingClip()
  return undefined
}

/** Deletes the clip once it is uploading, or its visitor has left. */
export async function deletePendingClip(): Promise<void> {
  clipInMemory = undefined
  await inStore('readwrite', (store) => store.delete(KEY))
}

/** Runs one request; undefined if the browser has no room or stores nothing, as in some private windows. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
    const database = await settled(opening)
    try {
      return await settled(ask(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new DOMException('The browser stored nothing')))
  })
}

function isPendingClip(found: unknown): found is PendingClip {
  return (
    typeof found === 'object' &&
    found !== null &&
    'file' in found &&
    found.file instanceof File &&
    'since' in found &&
    typeof found.since === 'number'
  )
}
