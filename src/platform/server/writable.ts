import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Larger than the tail of a disk block, so that a full disk cannot hold it. */
const PROBE = new Uint8Array(65_536)

/**
 * Checks that a folder is writable by creating and removing a file. Creates the folder if it is missing.
 * @throws the system's error when it is not writable: `ENOSPC`, `EROFS`, `EACCES` …
 */
export async function probeFolder(folder: string): Promise<void> {
  // A hidden name, which file store, uploads and sweeps ignore.
  const path = join(folder, `.probe-${process.pid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, PROBE, { mode: 0o600 })
  } finally {
    await rm(path, { force: true })
  }
}
