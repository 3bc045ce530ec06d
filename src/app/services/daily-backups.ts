import { backupJob, queueBackup } from '#features/operations/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import { automaticPlace, backUpSite } from './back-up-site.ts'
import type { Platform } from './open-platform.ts'
import { UNENCRYPTED } from './passphrase.ts'

/** The work of daily backups. Only a worker with the setting reaches the folder, and so takes the job. */
export function dailyBackups(env: Env, platform: Platform) {
  if (env.BACKUP_FOLDER === undefined) return { jobs: [], maintenance: [] }
  const { db, files, log } = platform
  const deps = {
    ...platform,
    hour: env.BACKUP_HOUR,
    backUp: async ({ signal, progress }: { signal: AbortSignal; progress: (done: number) => void }) => {
      const place = await automaticPlace(env)
      if (place === undefined) throw new Error('BACKUP_FOLDER is not set.')
      if (place.passphrase === undefined) log.warn(UNENCRYPTED)
      const { made } = await backUpSite(
        { env, db, files },
        {
          ...place,
          signal,
          say: (sentence) => log.info(sentence),
          progress: (done, total) => progress(done / Math.max(total, 1)),
        },
      )
      return made
    },
  }
  return { jobs: [backupJob(deps)], maintenance: [() => queueBackup(deps)] }
}
