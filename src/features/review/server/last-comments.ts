import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'

const Row = z.object({ userId: z.string(), projectId: z.string(), at: z.date() })

/** The last comment of each person in these projects. */
export async function listLastComments(
  q: Queryable,
  { projectIds, userIds }: { projectIds: readonly string[]; userIds: readonly string[] },
): Promise<z.output<typeof Row>[]> {
  return queryRows(
    q,
    Row,
    `select m.id as user_id, last.* from unnest($2::text[]) as m (id) cross join lateral (
       select t.project_id, c.created_at as at from review_comments c join review_threads t on t.id = c.thread_id
       where c.author_id = m.id and t.project_id = any ($1::uuid[]) order by c.created_at desc limit 1) last`,
    [projectIds, userIds],
  )
}
