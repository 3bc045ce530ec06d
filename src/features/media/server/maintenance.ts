import { transaction } from '#platform/server/db.ts'
import type { MediaDeps } from './deps.ts'
import { deleteEarlySound, listOldSounds } from './early-sound/early-sound-rows.ts'
import { keysOf } from './file-keys.ts'
import { findProject, lockProject, type StoredProject, uploadingProjects } from './projects.ts'
import { removeProject } from './transitions.ts'
import type { Uploads } from './uploads/uploads.ts'
import type { EarlyUploads } from './early-sound/uploads-early.ts'

const HOUR_MS = 3_600_000
/** Someone who closed the lid on Friday can continue after a week of holiday. */
const UPLOAD_RETENTION_MS = 7 * 24 * HOUR_MS
/** The sound of a video serves until the video is here; files without a row of theirs may be a day old (storage). */
const EARLY_SOUND_RETENTION_MS = 20 * HOUR_MS

/**
 * Finishes uploads whose last byte came while the server died, discards abandoned ones, and removes leftovers of
 * crashes. Run at the start of the web process and every hour.
 */
export async function runMaintenance(deps: MediaDeps, uploads: Uploads, sounds: EarlyUploads): Promise<void> {
  for (const project of await uploadingProjects(deps.db))
    await runSeparately(deps, project.id, () => cleanUpUpload(deps, uploads, project))
  for (const id of await uploads.stored()) await runSeparately(deps, id, () => discardOrphan(deps, uploads, id))
  const before = new Date(deps.now().getTime() - EARLY_SOUND_RETENTION_MS)
  await sounds.discardOld(before)
  for (const id of await listOldSounds(deps.db, before)) await runSeparately(deps, id, () => forgetSound(deps, id))
  await deps.files.sweep()
}

/** A failure of one upload must not block the others. */
async function runSeparately({ log }: MediaDeps, projectId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, projectId }, 'could not clean up an upload; trying again in an hour')
  }
}

async function cleanUpUpload(deps: MediaDeps, uploads: Uploads, project: StoredProject): Promise<void> {
  if (await uploads.finishIfComplete(project)) return
  if (await isAbandoned(deps, uploads, project)) await discardUpload(deps, uploads, project)
}

async function isAbandoned(
  { now, uploadsElsewhere = false }: MediaDeps,
  uploads: Uploads,
  project: StoredProject,
): Promise<boolean> {
  const received = await uploads.received(project.id)
  if (received !== undefined) return now().getTime() > received.at.getTime() + UPLOAD_RETENTION_MS
  // Without a file the client restarts under another id; the hour protects an upload that is just starting.
  return now().getTime() > project.createdAt.getTime() + (uploadsElsewhere ? UPLOAD_RETENTION_MS : HOUR_MS)
}

async function discardUpload(deps: MediaDeps, uploads: Uploads, { id }: StoredProject): Promise<void> {
  const isRemoved = await transaction(deps.db, async (tx) => {
    // Its last bytes may have arrived since the check: then it is a complete video.
    const project = await lockProject(tx, id)
    if (project?.stage !== 'uploading') return false
    await removeProject(tx, deps, project)
    return true
  })
  if (!isRemoved) return
  await uploads.discard(id)
  deps.log.info({ projectId: id }, 'removed an abandoned upload')
}

/** Deletes bytes whose project is gone or has moved on; the hour protects one that is just starting. */
async function discardOrphan({ db, now }: MediaDeps, uploads: Uploads, id: string): Promise<void> {
  const received = await uploads.received(id)
  if (received !== undefined && now().getTime() - received.at.getTime() < HOUR_MS) return
  const project = await findProject(db, id)
  if (project?.stage !== 'uploading') await uploads.discard(id)
}

/** Removes a sound that was sent before its video, whatever became of that. */
async function forgetSound({ db, files }: MediaDeps, projectId: string): Promise<void> {
  const { earlySound, earlyWav } = keysOf(projectId)
  for (const key of [earlySound, earlyWav]) await files.remove(key)
  await deleteEarlySound(db, projectId)
}
