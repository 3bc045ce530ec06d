import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { MAX_TAGS, type Tag, tagKey } from '../../model/index.ts'

const Row = z.object({ projectId: z.string(), tag: z.string() })

/** The tags of these projects, by name; a project without tags is missing. */
export async function listTags(q: Queryable, projectIds: readonly string[]): Promise<ReadonlyMap<string, Tag[]>> {
  const rows = await queryRows(
    q,
    Row,
    'select project_id, tag from project_tags where project_id = any($1::uuid[]) order by key',
    [projectIds],
  )
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId)
  return new Map(Array.from(byProject, ([id, tagged]) => [id, tagged.map(({ tag }) => tag)]))
}

/** Adds tags to each project; one that it has keeps its spelling. */
export async function addTags(tx: Tx, projectIds: readonly string[], tags: readonly Tag[]): Promise<void> {
  await execute(
    tx,
    `insert into project_tags (project_id, key, tag)
     select project.id, added.key, added.tag
     from unnest($1::uuid[]) as project (id) cross join unnest($2::text[], $3::text[]) as added (key, tag)
     on conflict do nothing`,
    [projectIds, tags.map(tagKey), tags],
  )
}

/** Copies the tags of a project to another of the same owner. */
export async function copyTags(tx: Tx, o: { readonly from: string; readonly to: string }): Promise<void> {
  await execute(
    tx,
    'insert into project_tags (project_id, key, tag) select $2, key, tag from project_tags where project_id = $1',
    [o.from, o.to],
  )
}

/** Removes tags from each project. */
export async function removeTags(tx: Tx, projectIds: readonly string[], tags: readonly Tag[]): Promise<void> {
  await execute(tx, 'delete from project_tags where project_id = any($1::uuid[]) and key = any($2::text[])', [
    projectIds,
    tags.map(tagKey),
  ])
}

const CrowdedRow = z.object({ projectId: z.string() })

/** One of the projects with more than `MAX_TAGS`. */
export async function findCrowded(tx: Tx, projectIds: readonly string[]): Promise<string | undefined> {
  const row = await findRow(
    tx,
    CrowdedRow,
    `select project_id from project_tags where project_id = any($1::uuid[])
     group by project_id having count(*) > $2 limit 1`,
    [projectIds, MAX_TAGS],
  )
  return row?.projectId
}
