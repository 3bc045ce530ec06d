import { z } from 'zod'
import { eraseFiles } from '#platform/server/files/erase-files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { AccountsDeps } from '../deps.ts'
import { photoKeys } from './photo-path.ts'

const payload = z.object({ userId: z.uuid(), version: z.uuid().exactOptional() })

/** Erases one version of a user's photo, or all of them if none is given. */
export const ERASE_PHOTOS = { name: 'accounts.erasePhotos', payload, attempts: 10 } as const

/** Idempotent: a missing file is no error. */
export function erasePhotosJob({ db, files, log }: Pick<AccountsDeps, 'db' | 'files'> & { log: Pick<Log, 'error'> }) {
  return defineJob<z.output<typeof payload>>({
    ...ERASE_PHOTOS,
    quick: true,
    async run({ userId, version }) {
      const keys = photoKeys(userId)
      await eraseFiles({ db, files }, version === undefined ? keys.all : keys.of(version))
    },
    async giveUp({ userId }) {
      log.error({ userId }, 'could not erase a removed photo; remove it by hand')
    },
  })
}
