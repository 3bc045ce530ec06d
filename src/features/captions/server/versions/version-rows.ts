import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRow, queryRows } from '#platform/server/rows.ts'
import { NAME } from '../storage/batch-rows.ts'

/** A named version, with the current name of the person who named it. */
export type VersionRow = Readonly<z.infer<typeof VersionRow>>
const VersionRow = z.object({
  revision: z.number(),
  name: z.string(),
  at: z.date(),
  authorId: z.string(),
  authorName: z.string().nullable(),
})

/** The named versions of a project, newest first. */
export async function namedVersions(q: Queryable, projectId: string): Promise<VersionRow[]> {
  return queryRows(
    q,
    VersionRow,
    `select v.revision, v.name, s.revised_at as at, v.author_id, ${NAME} as author_name
     from caption_versions v join caption_snapshots s using (project_id, revision)
     left join users u on u.id::text = v.author_id and u.deleted_at is null
     where v.project_id = $1 order by v.revision desc`,
    [projectId],
  )
}

const CountRow = z.object({ others: z.number() })

/** The number of a project's named versions of other revisions. */
export async function countOtherVersions(tx: Tx, projectId: string, revision: number): Promise<number> {
  const row = await queryRow(
    tx,
    CountRow,
    'select count(*)::integer as others from caption_versions where project_id = $1 and revision <> $2',
    [projectId, revision],
  )
  return row.others
}

/** Names a version or renames it. Its snapshot must exist. */
export async function upsertVersion(
  tx: Tx,
  version: { projectId: string; revision: number; name: string; authorId: string },
): Promise<void> {
  await execute(
    tx,
    `insert into caption_versions (project_id, revision, name, author_id) values ($1, $2, $3, $4)
     on conflict (project_id, revision) do update set name = excluded.name, author_id = excluded.author_id`,
    [version.projectId, version.revision, version.name, version.authorId],
  )
}

/** Removes the name of a version. */
export async function deleteVersion(q: Queryable, projectId: string, revision: number): Promise<void> {
  await execute(q, 'delete from caption_versions where project_id = $1 and revision = $2', [projectId, revision])
}
