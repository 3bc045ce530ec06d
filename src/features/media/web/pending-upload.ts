/**
 * One clip that was chosen before there was an account. It is held by this page, and copied into the browser's own
 * database so that a reload or a sign-in that leaves the page does not lose it. It never leaves the browser here.
 */

const DATABASE = 'carried-clip'
const STORE = 'clip'
const KEY = 'clip'
/** A clip that nobody came back for within a day is dropped. */
const RETENTION_MS = 24 * 60 * 60 * 1_000

type PendingClip = { readonly file: File; readonly since: number }

let held: File | undefined

/** Keeps a clip until it is uploaded. Resolves when the copy is safe too, or cannot be made. */
export async function storePendingClip(file: File): Promise<void> {
  held = file
  await inStore('readwrite', (store) => store.put({ file, since: Date.now() } satisfies PendingClip, KEY))
}

/** The clip that was chosen earlier; undefined when there is none in this browser. */
export async function readPendingClip(): Promise<File | undefined> {
  if (held !== undefined) return held
  const found: unknown = await inStore('readonly', (store) => store.get(KEY))
  if (!isPendingClip(found)) return undefined
  if (Date.now() - found.since <= RETENTION_MS) return found.file
  await deletePendingClip()
  return undefined
}

/** Forgets the clip: it is on its way, or its visitor left. */
export async function deletePendingClip(): Promise<void> {
  held = undefined
  await inStore('readwrite', (store) => store.delete(KEY))
}

/** Runs one request; undefined where the browser has no room or keeps nothing, as in some private windows. */
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
    request.addEventListener('error', () => reject(request.error ?? new DOMException('The browser kept nothing')))
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
