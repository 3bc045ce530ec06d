import type { Job } from '#platform/server/jobs.ts'
import { router } from '#platform/server/http.ts'
import { checkJob } from './prepare/check-job.ts'
import { copyJob } from './library/copy-job.ts'
import type { MediaDeps, MediaJobDeps } from './deps.ts'
import { earlySoundJob } from './early-sound/early-sound-job.ts'
import { earlySoundRoutes } from './early-sound/early-sound-routes.ts'
import { deleteAllJob } from './library/delete-projects.ts'
import { eraseJob } from './erase-job.ts'
import { fileRoutes } from './files/file-routes.ts'
import { prepareJob } from './prepare/prepare-job.ts'
import { procedures } from './procedures.ts'
import { soundJob } from './prepare/sound-job.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { runMaintenance } from './maintenance.ts'
import { upgradeJob } from './prepare/upgrade-job.ts'
import { openUploads } from './uploads/uploads.ts'
import { openEarlyUploads } from './early-sound/uploads-early.ts'

export type { Need } from '#features/collaboration/model/index.ts'
export { awaitSound } from './prepare/await-sound.ts'
export { countUploads } from './uploads/count-uploads.ts'
export { isSoundOfVideo, markSoundDiffers } from './early-sound/compare-sounds.ts'
export { findEarlySound } from './early-sound/early-sound-rows.ts'
export { PICTURE } from './decode/decode.ts'
export { sendProjectFile } from './files/file-routes.ts'
export type { ArrivedSound, DuplicatedProject, MediaDeps, MediaJobDeps, TransferredProject } from './deps.ts'
export { audioOf, earlyWavOf, posterOf, sourceOf } from './file-keys.ts'
export {
  type ExpiringVideo,
  listExpiredVideos,
  clearVideoExpiry,
  extendVideoExpiry,
  listExpiringOwners,
  markExpiryNotified,
  listUnnotifiedExpiries,
} from './library/expiry.ts'
export { readSourcePicture } from './decode/file-facts.ts'
export {
  listProjectFiles,
  listStoredVideos,
  type StoredVideo,
  openSource,
  trashedBytes,
  uploadingBytes,
} from './files/stored-files.ts'
export { colourFilters, plainPicture, taggedAs } from './decode/picture-filters.ts'
export {
  findProject,
  lockProject,
  listVisibleProjects,
  mayEdit,
  requireProject,
  type AccessibleProject,
  type StoredProject,
} from './projects.ts'
export { listTitles, type VideoTitle } from './library/titles.ts'
export { deleteProjectsOf } from './library/delete-projects.ts'
export { emptyTrash, deleteVideo, trashProject, restoreProject } from './library/trash.ts'
export { renameVideo } from './library/rename.ts'
export { deleteTransfersOf } from './transfers/transfer-rows.ts'
export { readSound } from './decode/read-sound.ts'
export { soundInStep } from './decode/sound.ts'
export { streamWhileAllowed } from './files/stream-while-allowed.ts'
export { queueUpgrades } from './prepare/upgrade-job.ts'

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
export function mediaJobs(deps: MediaJobDeps & Pick<MediaDeps, 'onRemoved'>): Job[] {
  return [
    checkJob(deps),
    earlySoundJob(deps),
    soundJob(deps),
    prepareJob(deps),
    copyJob(deps),
    upgradeJob(deps),
    eraseJob(deps),
    deleteAllJob(deps),
  ]
}
