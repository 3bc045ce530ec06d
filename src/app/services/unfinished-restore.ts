import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Whether a restore into this folder did not finish: its data is a mixture, and may be replaced. */
export function isRestoreUnfinished(dataDir: string): boolean {
  return existsSync(markerOf(dataDir))
}

/** Marks a folder before a restore changes anything. */
export async function beginRestore(dataDir: string, backup: string): Promise<void> {
  await writeFile(markerOf(dataDir), `${backup}\n`, { mode: 0o600, flush: true })
}

/** Ends a restore whose every part was compared. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(markerOf(dataDir))
}

/** Refuses to start the product on a half-restored site. @throws Error that says what to do */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (isRestoreUnfinished(dataDir))
    throw new Error(`A restore into ${resolve(dataDir)} did not finish. Run bin/restore again.`)
}

function markerOf(dataDir: string): string {
  return join(resolve(dataDir), 'restore-unfinished')
}
