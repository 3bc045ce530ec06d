import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { bigint, queryRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { MediaDeps } from '../deps.ts'
import { ASSET_FILES, keysOf } from '../file-keys.ts'
import { ASSETS, requireProject } from '../projects.ts'

/** A stored video of an owner. */
export type StoredVideo = z.output<typeof StoredVideoRow>

const StoredVideoRow = z.object({
  id: z.string(),
  title: z.string(),
  sizeBytes: bigint,
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
})

/** An owner's stored videos, without removed ones and unfinished copies. */
export async function listStoredVideos(q: Queryable, ownerId: string): Promise<StoredVideo[]> {
  return queryRows(
    q,
    StoredVideoRow,
    `select id, title, size_bytes, created_at, expires_at from projects
     where owner_id = $1 and removed_at is null and stage not in ('uploading', 'refused') and copied_from is null`,
    [ownerId],
  )
}

const BytesRow = z.object({ bytes: bigint })

/** The announced bytes of an owner's unfinished uploads and copies. */
export async function uploadingBytes(q: Queryable, ownerId: string): Promise<number> {
  const { bytes } = await queryRow(
    q,
    BytesRow,
    `select coalesce(sum(size_bytes), 0) as bytes from projects
     where owner_id = $1 and removed_at is null and (stage = 'uploading' or (stage = 'preparing' and copied_from is not null))`,
    [ownerId],
  )
  return bytes
}

/** The bytes of an owner's removed videos that can still be restored, uploaded or not. */
export async function trashedBytes(q: Queryable, ownerId: string): Promise<number> {
  const { bytes } = await queryRow(
    q,
    BytesRow,
    'select coalesce(sum(size_bytes), 0) as bytes from projects where owner_id = $1 and removed_at is not null',
    [ownerId],
  )
  return bytes
}

/** Opens an uploaded video for a user with access. */
export async function openSource(
  { db, files }: Pick<MediaDeps, 'db' | 'files'>,
  o: { readonly id: string; readonly userId: string },
) {
  const project = await requireProject(db, o.id, o.userId, 'view')
  const { sha256, sizeBytes, stage, copiedFrom } = project
  const key = keysOf(project.id).source
  if (sha256 === null || stage === 'refused' || copiedFrom !== null) throw new AppError('not_found', 'File not found')
  return {
    downloadName: `${project.title}.${project.probe?.container ?? 'mp4'}`,
    file: {
      sizeBytes,
      // Uploads are only ever downloaded, never displayed.
      contentType: 'application/octet-stream',
      version: sha256,
      open: (first: number, last: number) => files.openRange(key, first, last),
    },
  }
}

const PAGE = 1_000

const FilesRow = z.object({
  id: z.string(),
  sizeBytes: bigint,
  assets: z.array(z.enum(ASSETS)),
  assetBytes: z.record(z.string(), z.number().nullable()),
})

/** Every file with a row of this feature; null if its size was not recorded. */
export async function* listProjectFiles(db: Queryable): AsyncGenerator<{ key: string; sizeBytes: number | null }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await queryRows(
      db,
      FilesRow,
      `select id, size_bytes, assets, asset_bytes from projects
       where id > $1 and stage not in ('uploading', 'refused') and copied_from is null order by id limit $2`,
      [after, PAGE],
    )
    for (const row of rows) {
      const { all, source } = keysOf(row.id)
      yield { key: source, sizeBytes: row.sizeBytes }
      for (const name of new Set([
        ...row.assets.flatMap((asset) => ASSET_FILES[asset]),
        ...Object.keys(row.assetBytes),
      ]))
        yield { key: `${all}/${name}`, sizeBytes: row.assetBytes[name] ?? null }
      after = row.id
    }
    if (rows.length < PAGE) return
  }
}
