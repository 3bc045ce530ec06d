import { transaction } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { sizeRefusal } from '../../model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { check } from '../decode/check.ts'
import type { MediaJobDeps } from '../deps.ts'
import { sourceOf } from '../file-keys.ts'
import { CHECK, PREPARE, type ProjectPayload } from '../job-definitions.ts'
import { findProject, markChecked } from '../projects.ts'
import { queueSound } from './sound-job.ts'
import { refuseProject, topicOf } from '../transitions.ts'

/** Probes an uploaded file and queues its preparation, or refuses it. Idempotent: the stage moves once. */
export function checkJob(deps: MediaJobDeps) {
  const { db, files, jobs, events, media, uploadLimits } = deps
  return defineJob<ProjectPayload>({
    ...CHECK,
    quick: true,
    async run({ projectId }, { signal }) {
      const project = await findProject(db, projectId)
      if (project?.stage !== 'checking') return
      const limits = await uploadLimits(project.ownerId)
      const tooLarge = sizeRefusal(project.sizeBytes, limits)
      if (tooLarge !== null) throw new AppError('too_large', tooLarge)
      const { sizeBytes } = project
      const probe = await withLocal(files, { key: sourceOf(project), signal }, (path) =>
        check(media, { path, sizeBytes, limits, signal }),
      )
      await transaction(db, async (tx) => {
        if (!(await markChecked(tx, projectId, probe))) return
        const checked = { ...project, stage: 'preparing' as const, probe }
        await queueSound(tx, deps, checked)
        await jobs.enqueue(tx, PREPARE, { projectId }, { ownerId: project.ownerId, subjectId: projectId })
        await deps.onChecked(tx, checked)
        await events.publish(tx, topicOf(projectId))
      })
    },
    giveUp: ({ projectId }, _reason, { tx, problem }) =>
      refuseProject(tx, deps, projectId, problem ?? 'Checking was cancelled. Upload the video again.'),
  })
}
