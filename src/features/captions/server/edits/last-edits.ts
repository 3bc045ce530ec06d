import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'

const Row = z.object({
  userId: z.string(),
  projectId: z.string(),
  at: z.date(),
  kind: z.enum(['edited', 'suggested']),
})

/** The newest batches of a person that are looked through for one in the named projects. */
const MOST_BATCHES = 1_000

/** The last edit and the last suggestion of each person in these projects. */
export async function listLastEdits(
  q: Queryable,
  { projectIds, userIds }: { projectIds: readonly string[]; userIds: readonly string[] },
): Promise<z.output<typeof Row>[]> {
  return queryRows(
    q,
    Row,
    `select m.id as user_id, last.* from unnest($2::text[]) as m (id) cross join lateral (
       (select b.project_id, b.created_at as at, 'edited' as kind from (
          select project_id, created_at from caption_batches
          where author_id = m.id order by created_at desc limit ${MOST_BATCHES}) b
        where b.project_id = any ($1::uuid[]) order by b.created_at desc limit 1)
       union all
       (select s.project_id, s.created_at, 'suggested' from caption_suggestions s
        where s.author_id = m.id and s.project_id = any ($1::uuid[]) order by s.created_at desc limit 1)
     ) last`,
    [projectIds, userIds],
  )
}
