import { z } from 'zod'
import { type Db, type Tx } from '#platform/server/db.ts'
import { eraseFiles } from '#platform/server/files/erase-files.ts'
import type { FileStore } from '#platform/server/files.ts'
import { defineJob, type JobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { sitePictureKeys } from './picture-keys.ts'
import { deleteUnusedPictures } from './picture-rows.ts'

const payload = z.object({ id: z.uuid() })

/** Erases the files of a picture. */
const ERASE_SITE_PICTURE = { name: 'site.erasePicture', payload, attempts: 10 } as const

/** How long an uploaded picture waits to be saved. */
const UNSAVED_MS = 24 * 3_600_000
const BATCH = 100

/** Deletes pictures that the site no longer needs; a job erases the files of each. Safe in several workers at once. */
export async function eraseUnusedPictures(
  tx: Tx,
  { jobs, now }: { jobs: Pick<JobQueue, 'enqueue'>; now: () => Date },
): Promise<void> {
  const before = new Date(now().getTime() - UNSAVED_MS)
  for (const id of await deleteUnusedPictures(tx, { before, most: BATCH }))
    await jobs.enqueue(tx, ERASE_SITE_PICTURE, { id }, { ownerId: SYSTEM_OWNER + id, subjectId: id, priority: 0 })
}

/** Idempotent: a missing file is no error. */
export function eraseSitePictureJob({ db, files, log }: { db: Db; files: FileStore; log: Pick<Log, 'error'> }) {
  return defineJob<z.output<typeof payload>>({
    ...ERASE_SITE_PICTURE,
    quick: true,
    async run({ id }) {
      await eraseFiles({ db, files }, sitePictureKeys(id).all)
    },
    async giveUp({ id }) {
      log.error({ id }, 'could not erase a picture of the site; remove it by hand')
    },
  })
}
