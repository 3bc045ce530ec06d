import { countDownload } from '#features/accounts/server/index.ts'
import { sumFonts, sumLogos } from '#features/brand/server/index.ts'
import { captionBytes, captionFileSizes } from '#features/captions/server/index.ts'
import {
  clearVideoExpiry,
  deleteVideo,
  emptyTrash,
  extendVideoExpiry,
  listExpiredVideos,
  listExpiringOwners,
  listStoredVideos,
  listUnnotifiedExpiries,
  markExpiryNotified,
  type MediaDeps,
  openSource,
  renameVideo,
  restoreProject,
  trashedBytes,
  trashProject,
  uploadingBytes,
} from '#features/media/server/index.ts'
import {
  discardRemovedExports,
  hideExport,
  openExport,
  type RenderingDeps,
  storedExports,
  unhideExport,
} from '#features/rendering/server/index.ts'
import {
  type FileProvider,
  linkKeyOf,
  openStorage,
  type StorageDeps,
  type VideoExpiry,
} from '#features/storage/server/index.ts'
import type { Platform } from '../services/open-platform.ts'
import { listRecordedFiles } from '../services/recorded-files.ts'
import { defineFeature, type Emit } from './feature.ts'

/** Opens the storage feature over the features that store files. */
export function wireStorage(
  platform: Platform,
  o: { secret: string; emit: Emit; listStoredClips: StorageDeps['listExpected'] },
) {
  const videos = { ...platform, onRemoved: o.emit('projectRemoved') }
  const storage = openStorage({
    ...platform,
    linkKey: linkKeyOf(o.secret),
    sources: {
      listVideos: listStoredVideos,
      listExports: storedExports,
      captionFiles: captionFileSizes,
      captionBytes,
      fontBytes: async (q, ownerId) => (await sumFonts(q, ownerId)).bytes,
      logoBytes: async (q, ownerId) => (await sumLogos(q, ownerId)).bytes,
      uploadingBytes,
      trashedBytes,
    },
    rename: (asked) => renameVideo(platform, asked),
    fileProviders: { video: videoFiles(videos), export: exportFiles({ ...platform, countDownload }) },
    videoExpiry: videoExpiry(videos),
    async *listExpected(db) {
      yield* listRecordedFiles(db)
      yield* o.listStoredClips(db)
    },
  })
  return defineFeature({
    procedures: storage.procedures,
    claimRoom: storage.claimRoom,
    retentionOf: storage.retentionOf,
    onRetentionChanged: storage.onRetentionChanged,
    failsToRecordExpiries: storage.failsToRecordExpiries,
    recordRetention: storage.recordRetention,
    usageOf: storage.usageOf,
    routes: { '/files': storage.routes },
    jobs: storage.work,
    maintenance: [storage.maintenance],
    on: { planChanged: storage.onPlanChanged },
  })
}

type VideoDeps = Pick<MediaDeps, 'db' | 'files' | 'jobs' | 'events' | 'onRemoved'>

function videoFiles(deps: VideoDeps): FileProvider {
  return {
    moveToTrash: (tx, file) => trashProject(tx, deps, file),
    restore: (tx, file) => restoreProject(tx, deps, file),
    emptyTrash: (tx, before) => emptyTrash(tx, deps, before),
    open: (file) => openSource(deps, file),
  }
}

function exportFiles(deps: Pick<RenderingDeps, 'db' | 'files' | 'jobs' | 'countDownload'>): FileProvider {
  return {
    moveToTrash: hideExport,
    restore: unhideExport,
    emptyTrash: (tx, before) => discardRemovedExports(tx, deps, before),
    open: (file, log) => openExport({ ...deps, log }, file),
  }
}

function videoExpiry(deps: VideoDeps): VideoExpiry {
  return {
    listUnnotified: listUnnotifiedExpiries,
    markNotified: markExpiryNotified,
    listExpired: listExpiredVideos,
    deleteVideo: (tx, id) => deleteVideo(tx, deps, id),
    listOwners: listExpiringOwners,
    extendExpiry: extendVideoExpiry,
    clearExpiry: clearVideoExpiry,
  }
}
