import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore, StoredFile } from '#platform/server/files.ts'

/** The path under which a disk store holds a key. */
export function diskPath(dataDir: string, key: string): string {
  return join(dataDir, 'files', key)
}

/** Stores content under a key, as the product does. */
export function storeContent(files: FileStore, key: string, content: string | Uint8Array): Promise<StoredFile> {
  return storeFile(files, key, (path) => writeFile(path, content))
}

/** Stores a copy of a file under a key. */
export function storeCopy(files: FileStore, key: string, path: string): Promise<StoredFile> {
  return storeFile(files, key, (temporary) => copyFile(path, temporary))
}

async function storeFile(files: FileStore, key: string, make: (path: string) => Promise<void>): Promise<StoredFile> {
  const directory = await files.temporary()
  try {
    const path = join(directory, 'file')
    await make(path)
    return await files.adopt(path, key)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
