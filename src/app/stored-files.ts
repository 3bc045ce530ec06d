import { keptPhotos } from '#features/accounts/server/index.ts'
import { captionBytes, captionFileSizes } from '#features/captions/server/index.ts'
import {
  discardRemoved,
  endedVideos,
  endVideo,
  filesOfProjects,
  hideProject,
  keepVideosForGood,
  keptVideos,
  type MediaDeps,
  noteTold,
  openSource,
  removedBytes,
  retitle,
  unhideProject,
  untoldEndings,
  uploadingBytes,
} from '#features/media/server/index.ts'
import {
  discardRemovedExports,
  endRendersOf,
  filesOfExports,
  hideExport,
  keptExports,
  openExport,
  type RenderingDeps,
  unhideExport,
} from '#features/rendering/server/index.ts'
import type { StoredFile } from '#features/storage/model/index.ts'
import { type Endings, linkKeyOf, openStorage, type OwnedBytes, type Shelf } from '#features/storage/server/index.ts'
import { stopTranscribing } from '#features/transcription/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import type { Platform } from './platform.ts'
import { keptClips } from './sample-clips.ts'

/** Opens the storage page's feature over the features that keep files. */
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
    filesOf,
    bytesOf,
    rename: (asked) => retitle(platform, asked),
    shelves: { video: videoShelf(videos), export: exportShelf({ ...platform, countDownload: o.countDownload }) },
    endings: endingsOf(videos),
    async *otherFiles(db) {
      yield* keptPhotos(db)
      yield* keptClips(platform)
    },
  })
}

/** What ends when a project is removed for good, in the same transaction. */
export function endWorkOn(platform: Platform): MediaDeps['onRemoved'] {
  return async (tx, project) => {
    await stopTranscribing(tx, platform, project.id)
    await endRendersOf(tx, platform, project.id)
  }
}

type VideoDeps = Pick<MediaDeps, 'db' | 'files' | 'jobs' | 'events' | 'onRemoved'>

function videoShelf(deps: VideoDeps): Shelf {
  return {
    hide: (tx, file) => hideProject(tx, deps, file),
    restore: (tx, file) => unhideProject(tx, deps, file),
    discard: (tx, before) => discardRemoved(tx, deps, before),
    open: (file) => openSource(deps, file),
    expected: filesOfProjects,
  }
}

function exportShelf(deps: Pick<RenderingDeps, 'db' | 'files' | 'jobs' | 'countDownload'>): Shelf {
  return {
    hide: hideExport,
    restore: unhideExport,
    discard: (tx, before) => discardRemovedExports(tx, deps, before),
    open: (file, log) => openExport({ ...deps, log }, file),
    expected: filesOfExports,
  }
}

function endingsOf(deps: VideoDeps): Endings {
  return {
    untold: untoldEndings,
    noteTold,
    ended: endedVideos,
    end: (tx, id) => endVideo(tx, deps, id),
    keepForGood: keepVideosForGood,
  }
}

/** Every video and export of an owner, with the caption files of each video. */
async function filesOf(q: Queryable, ownerId: string): Promise<StoredFile[]> {
  const videos = await keptVideos(q, ownerId)
  const ids = videos.map(({ id }) => id)
  const captions = await captionFileSizes(q, ids)
  const byId = new Map(videos.map((video) => [video.id, video]))
  const exports = await keptExports(q, ids)
  return [
    ...videos.map(({ createdAt, expiresAt, ...video }): StoredFile => ({
      ...{ ...video, kind: 'video', projectId: video.id, createdAt: createdAt.toISOString() },
      ...{ expiresAt: expiresAt?.toISOString() ?? null, captions: [...(captions.get(video.id) ?? [])] },
    })),
    ...exports.map(({ createdAt, ...made }): StoredFile => {
      const video = byId.get(made.projectId)
      return {
        ...{ ...made, kind: 'export', title: video?.title ?? '', createdAt: createdAt.toISOString() },
        // An export goes with its video.
        ...{ expiresAt: video?.expiresAt?.toISOString() ?? null, captions: [] },
      }
    }),
  ]
}

async function bytesOf(q: Queryable, ownerId: string): Promise<OwnedBytes> {
  const videos = await keptVideos(q, ownerId)
  const ids = videos.map(({ id }) => id)
  const kept = [...videos, ...(await keptExports(q, ids))]
  return {
    stored: kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    captions: await captionBytes(q, ids),
    uploading: await uploadingBytes(q, ownerId),
    removed: await removedBytes(q, ownerId),
  }
}
