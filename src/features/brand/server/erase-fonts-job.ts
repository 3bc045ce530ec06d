import { z } from 'zod'
import { eraseFiles } from '#platform/server/files/erase-files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { BrandDeps } from './deps.ts'
import { fontKeys } from './font-keys.ts'

const payload = z.object({ ownerId: z.uuid(), id: z.uuid().exactOptional() })

/** Erases the file of a font, or of all fonts of an owner if none is given. */
export const ERASE_FONTS = { name: 'brand.eraseFonts', payload, attempts: 10 } as const

/** Idempotent: a missing file is no error. */
export function eraseFontsJob({ db, files, log }: Pick<BrandDeps, 'db' | 'files'> & { log: Pick<Log, 'error'> }) {
  return defineJob<z.output<typeof payload>>({
    ...ERASE_FONTS,
    quick: true,
    async run({ ownerId, id }) {
      const keys = fontKeys(ownerId)
      await eraseFiles({ db, files }, id === undefined ? keys.all : keys.of(id))
    },
    async giveUp({ ownerId }) {
      log.error({ ownerId }, 'could not erase a removed font; remove it by hand')
    },
  })
}
