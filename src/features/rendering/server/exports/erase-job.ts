import { z } from 'zod'
import { eraseFiles } from '#platform/server/files/erase-files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import type { RenderingJobDeps } from '../deps.ts'
import { keysOf } from './file-keys.ts'
import { findRender } from './render-rows.ts'

const payload = z.object({ renderId: z.uuid(), projectId: z.uuid() })

/** Deletes the files of a removed export. */
export const ERASE = { name: 'rendering.erase', payload, attempts: 10 } as const

/** Safe to run twice: ignores missing files, and keeps the files of an export that still exists. */
export function eraseExportJob({ db, files, log }: Pick<RenderingJobDeps, 'db' | 'files' | 'log'>) {
  return defineJob<z.output<typeof payload>>({
    ...ERASE,
    quick: true,
    async run({ renderId, projectId }) {
      if ((await findRender(db, renderId)) === undefined)
        await eraseFiles({ db, files }, keysOf({ id: renderId, projectId }).all)
    },
    async giveUp({ renderId, projectId }) {
      log.error({ renderId, projectId }, 'the file of a removed export could not be erased; remove it by hand')
    },
  })
}
