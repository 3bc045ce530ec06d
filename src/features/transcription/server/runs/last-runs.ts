import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'

const Row = z.object({ userId: z.string(), projectId: z.string(), at: z.date() })

/** The last run that each person started in these projects. */
export async function listLastRuns(
  q: Queryable,
  { projectIds, userIds }: { projectIds: readonly string[]; userIds: readonly string[] },
): Promise<z.output<typeof Row>[]> {
  return queryRows(
    q,
    Row,
    `select distinct on (started_by) started_by as user_id, project_id, created_at as at from transcriptions
     where project_id = any ($1::uuid[]) and started_by = any ($2) order by started_by, created_at desc`,
    [projectIds, userIds],
  )
}
