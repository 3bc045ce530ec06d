import type { Queryable } from '#platform/server/db.ts'
import { presentExpiry, type StoredFile } from '../model/index.ts'
import type { FileSources, OwnedBytes, OwnedExport, OwnedVideo } from './deps.ts'

/** An owner's videos and exports, with the caption files of each video. */
export async function listFiles(
  q: Queryable,
  sources: FileSources,
  { ownerId, retentionMs }: { ownerId: string; retentionMs: number | null },
): Promise<StoredFile[]> {
  const videos = (await sources.listVideos(q, ownerId)).map((video) => ({
    ...video,
    expiresAt: presentExpiry(video, retentionMs),
  }))
  const ids = videos.map(({ id }) => id)
  const captions = await sources.captionFiles(q, ids)
  const byId = new Map(videos.map((video) => [video.id, video]))
  const exports = await sources.listExports(q, ids)
  return [
    ...videos.map((video) => fileOfVideo(video, captions.get(video.id) ?? [])),
    ...exports.map((made) => fileOfExport(made, byId.get(made.projectId))),
  ]
}

/** The storage of an owner's files, in bytes. */
export async function sumBytes(q: Queryable, sources: FileSources, ownerId: string): Promise<OwnedBytes> {
  const videos = await sources.listVideos(q, ownerId)
  const ids = videos.map(({ id }) => id)
  const stored = [...videos, ...(await sources.listExports(q, ids))]
  return {
    stored: stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    captions: await sources.captionBytes(q, ids),
    fonts: await sources.fontBytes(q, ownerId),
    logos: await sources.logoBytes(q, ownerId),
    uploading: await sources.uploadingBytes(q, ownerId),
    removed: await sources.trashedBytes(q, ownerId),
  }
}

function fileOfVideo(
  { createdAt, expiresAt, ...video }: OwnedVideo,
  captions: readonly StoredFile['captions'][number][],
): StoredFile {
  return {
    ...video,
    kind: 'video',
    projectId: video.id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    captions: [...captions],
  }
}

/** An export has the title of its video and is deleted with it. */
function fileOfExport({ createdAt, ...made }: OwnedExport, video: OwnedVideo | undefined): StoredFile {
  return {
    ...made,
    kind: 'export',
    title: video?.title ?? '',
    createdAt: createdAt.toISOString(),
    expiresAt: video?.expiresAt?.toISOString() ?? null,
    captions: [],
  }
}
