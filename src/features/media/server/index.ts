import type { Job } from '#platform/server/jobs.ts'
import { router } from '#platform/server/http.ts'
import { checkJob } from './check-job.ts'
import { copyJob } from './copy-job.ts'
import type { MediaDeps, MediaJobDeps } from './deps.ts'
import { earlySoundJob } from './early-sound-job.ts'
import { earlySoundRoutes } from './early-sound-routes.ts'
import { eraseJob } from './erase-job.ts'
import { fileRoutes } from './file-routes.ts'
import { prepareJob } from './prepare-job.ts'
import { procedures } from './procedures.ts'
import { soundJob } from './sound-job.ts'
import { uploadRoutes } from './upload-routes.ts'
import { runMaintenance } from './maintenance.ts'
import { upgradeJob } from './upgrade-job.ts'
import { openUploads } from './uploads.ts'
import { openEarlyUploads } from './uploads-early.ts'

export type { Need } from '#features/collaboration/model/index.ts'
export { awaitSound } from './await-sound.ts'
export { countUploads } from './count-uploads.ts'
export { isSoundOfVideo, markSoundDiffers } from './compare-sounds.ts'
export { findEarlySound } from './early-sound-rows.ts'
export { PICTURE } from './decode.ts'
export { sendProjectFile } from './file-routes.ts'
export type { ArrivedSound, DuplicatedProject, MediaDeps, MediaJobDeps, TransferredProject } from './deps.ts'
export { audioOf, earlyWavOf, sourceOf } from './file-keys.ts'
export {
  type ExpiringVideo,
  listExpiredVideos,
  clearVideoExpiry,
  extendVideoExpiry,
  listExpiringOwners,
  markExpiryNotified,
  listUnnotifiedExpiries,
} from './expiry.ts'
export { readSourcePicture } from './file-facts.ts'
export {
  listProjectFiles,
  listStoredVideos,
  type StoredVideo,
  openSource,
  trashedBytes,
  uploadingBytes,
} from './stored-files.ts'
export { colourFilters, plainPicture, taggedAs } from './picture-filters.ts'
export {
  findProject,
  lockProject,
  listVisibleProjects,
  requireProject,
  type AccessibleProject,
  type StoredProject,
} from './projects.ts'
export { listTitles, type VideoTitle } from './titles.ts'
export { deleteProjectsOf } from './delete-projects.ts'
export { emptyTrash, deleteVideo, trashProject, restoreProject } from './trash.ts'
export { renameVideo } from './rename.ts'
export { deleteTransfersOf } from './transfers/transfer-rows.ts'
export { readSound } from './read-sound.ts'
export { soundInStep } from './sound.ts'
export { streamWhileAllowed } from './stream-while-allowed.ts'
export { queueUpgrades } from './upgrade-job.ts'

/** Opens media for the web process: procedures, routes and hourly maintenance over one upload folder. */
export function openMedia(deps: MediaDeps) {
  const uploads = openUploads(deps)
  const sounds = openEarlyUploads(deps)
  return {
    /** Implements `mediaContract`. */
    procedures: procedures(deps, uploads),
    /** Mounted at `/api`: tus at `/uploads` and `/early-sounds`, files at `/media/:projectId/…`. */
    routes: router()
      .route('/', uploadRoutes(deps, uploads))
      .route('/', earlySoundRoutes(deps, sounds))
      .route('/', fileRoutes(deps)),
    /** Run at start and every hour: finishes, expires and cleans up uploads. */
    maintenance: () => runMaintenance(deps, uploads, sounds),
  }
}

/** The jobs of this feature, for the worker. */
export function mediaJobs(deps: MediaJobDeps): Job<{ projectId: string }>[] {
  return [
    checkJob(deps),
    earlySoundJob(deps),
    soundJob(deps),
    prepareJob(deps),
    copyJob(deps),
    upgradeJob(deps),
    eraseJob(deps),
  ]
}
