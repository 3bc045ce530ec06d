import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bigint, execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { requireProject } from '#features/media/server/index.ts'
import type { RenderingDeps } from '../deps.ts'
import { ERASE } from './erase-job.ts'
import { videoKeyOf } from './file-keys.ts'
import { renderOf } from './render-rows.ts'

/** One finished export of an owner's video. */
export type StoredExport = z.output<typeof StoredExport>

const StoredExport = z.object({ id: z.string(), projectId: z.string(), sizeBytes: bigint, createdAt: z.date() })

/** All finished exports of these videos, without removed ones. */
export async function storedExports(q: Queryable, projectIds: readonly string[]): Promise<StoredExport[]> {
  return queryRows(
    q,
    StoredExport,
    `select id, project_id, size_bytes, created_at from renders
     where project_id = any($1::uuid[]) and state = 'done' and removed_at is null`,
    [projectIds],
  )
}

const OwnedExportRow = z.object({
  id: z.string(),
  state: z.string(),
  quality: z.string(),
  sizeBytes: bigint.nullable(),
  createdAt: z.date().transform((at) => at.toISOString()),
})

/** The exports that an owner started, in any state, newest first. @param page.before the last id of the previous page */
export async function listExportsOf(
  q: Queryable,
  ownerId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<z.output<typeof OwnedExportRow>[]> {
  const isOlder =
    before === undefined ? '' : 'and (created_at, id) < (select created_at, id from renders where id = $3)'
  return queryRows(
    q,
    OwnedExportRow,
    `select id, state, quality, size_bytes, created_at from renders
     where owner_id = $1 ${isOlder} order by created_at desc, id desc limit $2`,
    [ownerId, limit, ...(before === undefined ? [] : [before])],
  )
}

type Named = { readonly id: string; readonly userId: string }

/**
 * Hides a finished export, before it is discarded.
 * @throws AppError as `renderOf` for its owner; `conflict` before it is finished
 */
export async function hideExport(tx: Tx, { id, userId, at }: Named & { readonly at: Date }): Promise<void> {
  const render = await renderOf(tx, id, userId, 'own')
  if (render.state !== 'done') throw new AppError('conflict', 'This export is not finished.')
  await execute(tx, 'update renders set removed_at = $2 where id = $1 and removed_at is null', [id, at])
}

const ProjectIdRow = z.object({ projectId: z.string() })

/** Restores a hidden export. @throws AppError `not_found` once it is discarded */
export async function unhideExport(tx: Tx, { id, userId }: Named): Promise<void> {
  const render = await findRow(
    tx,
    ProjectIdRow,
    'update renders set removed_at = null where id = $1 returning project_id',
    [id],
  )
  if (render === undefined) throw new AppError('not_found', 'Export not found')
  await requireProject(tx, render.projectId, userId, 'own')
}

const RemovedExportRow = z.object({ id: z.string(), projectId: z.string(), ownerId: z.string() })

/** Discards some exports that were hidden before `before`; jobs delete their files. @returns their number */
export async function discardRemovedExports(
  tx: Tx,
  { jobs }: Pick<RenderingDeps, 'jobs'>,
  before: Date,
): Promise<number> {
  const rows = await queryRows(
    tx,
    RemovedExportRow,
    `delete from renders where id in
       (select id from renders where removed_at < $1 order by removed_at limit 50 for update skip locked)
     returning id, project_id, owner_id`,
    [before],
  )
  for (const { id, projectId, ownerId } of rows)
    await jobs.enqueue(tx, ERASE, { renderId: id, projectId }, { ownerId, subjectId: id })
  return rows.length
}

const PAGE = 1_000

const FileRow = z.object({ id: z.string(), projectId: z.string(), file: z.string(), sizeBytes: bigint })

/** All files that the rows of this feature refer to. */
export async function* filesOfExports(db: Queryable): AsyncGenerator<{ key: string; sizeBytes: number }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await queryRows(
      db,
      FileRow,
      `select id, project_id, file, size_bytes from renders where id > $1 and state = 'done' order by id limit $2`,
      [after, PAGE],
    )
    for (const { id, projectId, file, sizeBytes } of rows) {
      yield { key: videoKeyOf({ id, projectId, file }), sizeBytes }
      after = id
    }
    if (rows.length < PAGE) return
  }
}
