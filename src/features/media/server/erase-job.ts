import { eraseFiles } from '#platform/server/files/erase-files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import type { MediaJobDeps } from './deps.ts'
import { keysOf } from './file-keys.ts'
import { ERASE, type ProjectPayload } from './job-definitions.ts'
import { findProject } from './projects.ts'

/** Erases the files of a refused or removed project; leaves any other alone. Idempotent. */
export function eraseJob(deps: MediaJobDeps) {
  return defineJob<ProjectPayload>({
    ...ERASE,
    quick: true,
    run: ({ projectId }) => eraseUnwanted(deps, projectId),
    async giveUp({ projectId }) {
      deps.log.error({ projectId }, 'the files of a removed project could not be erased; remove them by hand')
    },
  })
}

/** Erases the files of a refused or removed project; leaves any other alone. */
export async function eraseUnwanted(
  { db, files }: Pick<MediaJobDeps, 'db' | 'files'>,
  projectId: string,
): Promise<void> {
  const project = await findProject(db, projectId)
  if (project === undefined || project.stage === 'refused') await eraseFiles({ db, files }, keysOf(projectId).all)
}
