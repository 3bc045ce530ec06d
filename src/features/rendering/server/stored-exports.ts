import { z } from 'zod'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { requireProject } from '#features/media/server/index.ts'
import type { RenderingDeps } from './deps.ts'
import { ERASE } from './erase-job.ts'
import { videoKeyOf } from './file-keys.ts'
import { renderOf } from './renders.ts'

/** One finished export of an owner's video. */
export type StoredExport = z.output<typeof StoredExport>

const StoredExport = z
  .object({ id: z.string(), project_id: z.string(), size_bytes: z.coerce.number(), created_at: z.date() })
  .transform(({ id, ...row }) => ({
    id,
    projectId: row.project_id,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at,
  }))

/** Every finished export of these videos, without removed ones. */
export async function storedExports(q: Queryable, projectIds: readonly string[]): Promise<StoredExport[]> {
  const { rows } = await q.$client.query(
    `select id, project_id, size_bytes, created_at from renders
     where project_id = any($1::uuid[]) and state = 'done' and removed_at is null`,
    [projectIds],
  )
  return z.array(StoredExport).parse(rows)
}

type Named = { readonly id: string; readonly userId: string }

/** Takes a finished export out of sight, at once. @throws AppError as `renderOf` for its owner; `conflict` before it is finished */
export async function hideExport(tx: Tx, { id, userId, at }: Named & { readonly at: Date }): Promise<void> {
  const render = await renderOf(tx, id, userId, 'own')
  if (render.state !== 'done') throw new AppError('conflict', 'This export is not finished.')
  await tx.$client.query('update renders set removed_at = $2 where id = $1 and removed_at is null', [id, at])
}

/** Brings an export back as it was; one that is in sight stays so. @throws AppError `not_found` once it is gone for good */
export async function unhideExport(tx: Tx, { id, userId }: Named): Promise<void> {
  const { rows } = await tx.$client.query<{ project_id: string }>(
    'update renders set removed_at = null where id = $1 returning project_id',
    [id],
  )
  const [render] = rows
  if (render === undefined) throw new AppError('not_found', 'Export not found')
  await requireProject(tx, render.project_id, userId, 'own')
}

/** Ends some exports for good that were removed before `before`; their files go by jobs. @returns how many */
export async function discardRemovedExports(
  tx: Tx,
  { jobs }: Pick<RenderingDeps, 'jobs'>,
  before: Date,
): Promise<number> {
  const { rows } = await tx.$client.query<{ id: string; project_id: string; owner_id: string }>(
    `delete from renders where id in
       (select id from renders where removed_at < $1 order by removed_at limit 50 for update skip locked)
     returning id, project_id, owner_id`,
    [before],
  )
  for (const { id, project_id: projectId, owner_id: ownerId } of rows)
    await jobs.enqueue(tx, ERASE, { renderId: id, projectId }, { ownerId, subjectId: id })
  return rows.length
}

const PAGE = 1_000

const FileRow = z.object({ id: z.string(), project_id: z.string(), file: z.string(), size_bytes: z.coerce.number() })

/** Every file that the rows of this feature stand for. */
export async function* filesOfExports(db: Db): AsyncGenerator<{ key: string; sizeBytes: number }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await db.$client.query(
      `select id, project_id, file, size_bytes from renders where id > $1 and state = 'done' order by id limit $2`,
      [after, PAGE],
    )
    for (const { id, project_id: projectId, file, size_bytes: sizeBytes } of z.array(FileRow).parse(rows)) {
      yield { key: videoKeyOf({ id, projectId, file }), sizeBytes }
      after = id
    }
    if (rows.length < PAGE) return
  }
}
