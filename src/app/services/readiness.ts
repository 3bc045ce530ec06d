import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { Log } from '#platform/server/log.ts'
import { probeFolder } from '#platform/server/writable.ts'
import { boundedCheck } from './bounded-check.ts'

/** The state of each service that a request needs. */
export const Readiness = z.object({ database: z.boolean(), files: z.boolean() })
export type Readiness = z.output<typeof Readiness>

type Needs = {
  readonly db: Db
  readonly files: Pick<FileStore, 'folders' | 'stat'>
  readonly dataDir: string
  readonly uploadsDir: string
  readonly log: Log
}

/** Opens the check behind `/readyz`: the database answers, the file store too, and every folder can be written to. */
export function openReadiness({ db, files, dataDir, uploadsDir, log }: Needs): () => Promise<Readiness> {
  const logChange = (part: string) => (err: unknown) => {
    if (err === undefined) log.info(`${part} can be used again`)
    else log.error({ err }, `not ready: ${part} cannot be used`)
  }
  // One query for all simultaneous checks costs little; a cached success would hide a database that just died.
  const database = boundedCheck(() => execute(db, 'select 1'), {
    successTtlMs: 0,
    changed: logChange('the database'),
  })
  const store = boundedCheck(() => checkFiles(files, [dataDir, uploadsDir, ...files.folders]), {
    changed: logChange('the folder for files'),
  })
  return async () => {
    const [isDatabaseReady, areFilesReady] = await Promise.all([database(), store()])
    return { database: isDatabaseReady, files: areFilesReady }
  }
}

/** Checks the folders one by one, so that a hanging file system blocks only one thread. */
async function checkFiles(files: Needs['files'], folders: readonly string[]): Promise<void> {
  for (const folder of folders) await probeFolder(folder)
  await files.stat('readiness')
}
