import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { transaction } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { eraseFiles } from '#platform/server/files/erase-files.ts'
import { defineJob } from '#platform/server/jobs.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { assetWriter } from './asset-writer.ts'
import type { MediaDeps, MediaJobDeps } from '../deps.ts'
import { keysOf } from '../file-keys.ts'
import { type ProjectPayload, UPGRADE } from '../job-definitions.ts'
import { makePeaks } from '../decode/peaks.ts'
import { findProject, type StoredProject } from '../projects.ts'
import { findShots } from '../decode/shots.ts'

/** The waveform of earlier releases, which pages read whole. */
const OLD_PEAKS = 'peaks.json'
const BATCH = 20

const IdRow = z.object({ id: z.string(), ownerId: z.string() })

/**
 * Queues the videos that an earlier release prepared, newest first, each once: one that cannot be upgraded shows no
 * waveform. @returns the number
 */
export function queueUpgrades({ db, jobs }: Pick<MediaDeps, 'db' | 'jobs'>): Promise<number> {
  return transaction(db, async (tx) => {
    const rows = await queryRows(
      tx,
      IdRow,
      `update projects set derivatives = 2 where id in (select id from projects where derivatives < 2
         and stage = 'prepared' order by created_at desc limit $1 for update skip locked) returning id, owner_id`,
      [BATCH],
    )
    for (const { id, ownerId } of rows) await jobs.enqueue(tx, UPGRADE, { projectId: id }, { ownerId, subjectId: id })
    return rows.length
  })
}

/** Makes the waveform and the changes of shot of a video of an earlier release. Idempotent. */
export function upgradeJob(deps: MediaJobDeps) {
  return defineJob<ProjectPayload>({
    ...UPGRADE,
    bulk: true,
    async run({ projectId }, { signal }) {
      const project = await findProject(deps.db, projectId)
      if (project?.stage !== 'prepared') return
      const outputDir = await deps.files.temporary()
      try {
        if (!(await deriveMissing(deps, project, { outputDir, signal }))) return
      } finally {
        await rm(outputDir, { recursive: true, force: true })
      }
      await eraseFiles(deps, `${keysOf(projectId).all}/${OLD_PEAKS}`)
      await forgetOldPeaks(deps.db, projectId)
    },
    async giveUp({ projectId }, reason) {
      deps.log.warn({ projectId, reason }, 'a video of an earlier release has no waveform')
    },
  })
}

/** @returns false if the project was removed */
async function deriveMissing(
  deps: MediaJobDeps,
  project: StoredProject,
  { outputDir, signal }: { outputDir: string; signal: AbortSignal },
): Promise<boolean> {
  const { media, files } = deps
  const { probe } = project
  if (probe === null) throw new Error(`project ${project.id} is prepared without a probe`)
  const { audio, preview } = keysOf(project.id)
  const storeAssets = assetWriter(deps, project, { outputDir })
  const peaks = (path: string) => makePeaks(path, join(outputDir, 'peaks.bin'))
  if (probe.audio !== null && !(await storeAssets(['peaks'], () => withLocal(files, { key: audio, signal }, peaks))))
    return false
  const shots = (path: string) => findShots({ media, path, probe, outputDir, signal })
  return storeAssets(['shots'], () => withLocal(files, { key: preview, signal }, shots))
}

async function forgetOldPeaks(db: Db, projectId: string): Promise<void> {
  await execute(db, 'update projects set asset_bytes = asset_bytes - $2::text where id = $1', [projectId, OLD_PEAKS])
}
