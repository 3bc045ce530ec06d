import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** More than the tail of a disk block, so that a disk that just filled up has no room for it. */
const PROBE = new Uint8Array(65_536)

/**
 * Writes a file into a folder and removes it again. Makes the folder when it is not there.
 * @throws the system's error when nothing can be written there: `ENOSPC`, `EROFS`, `EACCES` …
 */
export async function probeFolder(folder: string): Promise<void> {
  // Hidden: file store, uploads and sweeps look at no such name.
  const path = join(folder, `.probe-${process.pid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, PROBE, { mode: 0o600 })
  } finally {
    await rm(path, { force: true })
  }
}
