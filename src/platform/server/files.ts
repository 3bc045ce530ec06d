import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashFile, isMissing, openLocal, statIfThere, syncDirectory, walk } from './files/local.ts'
import { checkedKey, type FileStore, type ListedFile, type StoredFile } from './files/port.ts'

export { type FileStore, type StoredFile, withLocal } from './files/port.ts'

/** The file store on the local disk, under `<dataDir>/files`. */
export function openFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files')
  const local = openLocal(dataDir)
  const pathOf = (key: string) => join(root, checkedKey(key))
  return {
    ...local,
    folders: [...local.folders, root],
    adopt: (tempPath, key) => adopt(tempPath, pathOf(key)),
    async checkout(key) {
      const path = pathOf(key)
      await (await open(path, 'r')).close()
      return { path, [Symbol.asyncDispose]: async () => undefined }
    },
    async stat(key) {
      const found = await statIfThere(pathOf(key))
      return found?.isFile() === true ? { sizeBytes: found.size, modifiedAt: found.mtime } : undefined
    },
    list: (prefix) => list(root, prefix),
    openRange: (key, start, end) => readRange(pathOf(key), start, end),
    async remove(prefixOrKey) {
      await rm(pathOf(prefixOrKey), { recursive: true, force: true })
      await local.remove(prefixOrKey)
    },
  }
}

async function* list(root: string, prefix: string): AsyncGenerator<ListedFile> {
  const files = walk(root, prefix === '' ? '' : checkedKey(prefix))
  for await (const { key, sizeBytes, modifiedAt } of files) yield { key, sizeBytes, modifiedAt }
}

/** Hash, fsync, rename, fsync of the directory. */
async function adopt(tempPath: string, target: string): Promise<StoredFile> {
  // A repeated or concurrent call may find the rename already done: hash the file under its key then.
  const own = await hashFile(tempPath, { sync: true }).catch(undefinedIfMissing)
  const stored = own ?? (await hashFile(target, { sync: true }))
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  if (own !== undefined) await renameOnce(tempPath, target)
  await syncDirectory(dirname(target))
  await syncDirectory(dirname(dirname(target)))
  return stored
}

/** A concurrent adopt of the same file may win the race: the file is then in place. */
async function renameOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error) || (await statIfThere(to)) === undefined) throw error
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

const READ_BYTES = 262_144

function readRange(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  const opening = open(path, 'r')
  let position = start
  return new ReadableStream<Uint8Array>({
    start: async () => void (await opening),
    async pull(controller) {
      const file = await opening
      const wanted = Math.min(READ_BYTES, end - position + 1)
      const { bytesRead, buffer } = await file.read(new Uint8Array(Math.max(wanted, 0)), 0, wanted, position)
      position += bytesRead
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
      if (bytesRead > 0 && position <= end) return
      await file.close()
      controller.close()
    },
    // The client may disconnect before the file is open.
    cancel: async () => (await opening).close(),
  })
}
