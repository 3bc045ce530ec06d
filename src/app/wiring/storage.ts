import { listStoredPhotos } from '#features/accounts/server/index.ts'
import { captionBytes, captionFileSizes } from '#features/captions/server/index.ts'
import {
  emptyTrash,
  listExpiredVideos,
  deleteVideo,
  listProjectFiles,
  trashProject,
  clearVideoExpiry,
  listStoredVideos,
  type MediaDeps,
  markExpiryNotified,
  openSource,
  trashedBytes,
  renameVideo,
  restoreProject,
  listUnnotifiedExpiries,
  uploadingBytes,
} from '#features/media/server/index.ts'
import {
  discardRemovedExports,
  endRendersOf,
  filesOfExports,
  hideExport,
  storedExports,
  openExport,
  type RenderingDeps,
  unhideExport,
} from '#features/rendering/server/index.ts'
import type { StoredFile } from '#features/storage/model/index.ts'
import {
  type VideoExpiry,
  linkKeyOf,
  openStorage,
  type OwnedBytes,
  type FileProvider,
} from '#features/storage/server/index.ts'
import { stopTranscribing } from '#features/transcription/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import type { Platform } from '../services/open-platform.ts'
import { listStoredClips } from './sample-clips.ts'

/** Opens the storage feature over the features that store files. */
export function wireStorage(
  platform: Platform,
  o: { secret: string; countDownload: RenderingDeps['countDownload']; onRemoved: MediaDeps['onRemoved'] },
) {
  const { catalogue, site } = platform
  const videos = { ...platform, onRemoved: o.onRemoved }
  return openStorage({
    ...platform,
    plans: catalogue.plans,
    sells: site.sells,
    linkKey: linkKeyOf(o.secret),
    listFiles,
    sumBytes,
    rename: (asked) => renameVideo(platform, asked),
    fileProviders: { video: videoFiles(videos), export: exportFiles({ ...platform, countDownload: o.countDownload }) },
    videoExpiry: videoExpiry(videos),
    async *listOtherFiles(db) {
      yield* listStoredPhotos(db)
      yield* listStoredClips(platform)
    },
  })
}

/** Cleans up after a permanently removed project, in the same transaction. */
export function stopProjectWork(platform: Platform): MediaDeps['onRemoved'] {
  return async (tx, project) => {
    await stopTranscribing(tx, platform, project.id)
    await endRendersOf(tx, platform, project.id)
  }
}

type VideoDeps = Pick<MediaDeps, 'db' | 'files' | 'jobs' | 'events' | 'onRemoved'>

function videoFiles(deps: VideoDeps): FileProvider {
  return {
    moveToTrash: (tx, file) => trashProject(tx, deps, file),
    restore: (tx, file) => restoreProject(tx, deps, file),
    emptyTrash: (tx, before) => emptyTrash(tx, deps, before),
    open: (file) => openSource(deps, file),
    listExpected: listProjectFiles,
  }
}

function exportFiles(deps: Pick<RenderingDeps, 'db' | 'files' | 'jobs' | 'countDownload'>): FileProvider {
  return {
    moveToTrash: hideExport,
    restore: unhideExport,
    emptyTrash: (tx, before) => discardRemovedExports(tx, deps, before),
    open: (file, log) => openExport({ ...deps, log }, file),
    listExpected: filesOfExports,
  }
}

function videoExpiry(deps: VideoDeps): VideoExpiry {
  return {
    listUnnotified: listUnnotifiedExpiries,
    markNotified: markExpiryNotified,
    listExpired: listExpiredVideos,
    deleteVideo: (tx, id) => deleteVideo(tx, deps, id),
    clearExpiry: clearVideoExpiry,
  }
}

/** Lists an owner's videos and exports, with the caption files of each video. */
async function listFiles(q: Queryable, ownerId: string): Promise<StoredFile[]> {
  const videos = await listStoredVideos(q, ownerId)
  const ids = videos.map(({ id }) => id)
  const captions = await captionFileSizes(q, ids)
  const byId = new Map(videos.map((video) => [video.id, video]))
  const exports = await storedExports(q, ids)
  return [
    ...videos.map(({ createdAt, expiresAt, ...video }): StoredFile => ({
      ...video,
      kind: 'video',
      projectId: video.id,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      captions: [...(captions.get(video.id) ?? [])],
    })),
    ...exports.map(({ createdAt, ...made }): StoredFile => {
      const video = byId.get(made.projectId)
      return {
        ...made,
        kind: 'export',
        title: video?.title ?? '',
        createdAt: createdAt.toISOString(),
        // An export goes with its video.
        expiresAt: video?.expiresAt?.toISOString() ?? null,
        captions: [],
      }
    }),
  ]
}

async function sumBytes(q: Queryable, ownerId: string): Promise<OwnedBytes> {
  const videos = await listStoredVideos(q, ownerId)
  const ids = videos.map(({ id }) => id)
  const kept = [...videos, ...(await storedExports(q, ids))]
  return {
    stored: kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    captions: await captionBytes(q, ids),
    uploading: await uploadingBytes(q, ownerId),
    removed: await trashedBytes(q, ownerId),
  }
}
