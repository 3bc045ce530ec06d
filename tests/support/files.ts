import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore, StoredFile } from '#platform/server/files.ts'

/** Where the disk store of this data directory keeps a file. */
export function diskPath(dataDir: string, key: string): string {
  return join(dataDir, 'files', key)
}

/** Keeps content under a key, as the product does. */
export function storeContent(files: FileStore, key: string, content: string | Uint8Array): Promise<StoredFile> {
  return storeFile(files, key, (path) => writeFile(path, content))
}

/** Keeps a copy of a file under a key. */
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
