import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'

const Row = z.object({
  guestName: z.string(),
  guestHash: z.string(),
  decision: z.enum(['approved', 'changes']),
  revision: z.int(),
  createdAt: z.date(),
})

/** A row of a decision. */
export type StoredDecision = z.output<typeof Row>

/** The decisions about a project, newest first. */
export async function listDecisions(q: Queryable, projectId: string): Promise<StoredDecision[]> {
  return queryRows(
    q,
    Row,
    `select guest_name, guest_hash, decision, revision, created_at from review_decisions
     where project_id = $1 order by created_at desc, id limit 20`,
    [projectId],
  )
}

/** Records a decision in place of the guest's earlier one. */
export async function upsertDecision(
  tx: Tx,
  o: Omit<StoredDecision, 'createdAt'> & { id: string; projectId: string; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into review_decisions (id, project_id, guest_name, guest_hash, decision, revision, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (project_id, guest_hash) do update set guest_name = excluded.guest_name,
       decision = excluded.decision, revision = excluded.revision, created_at = excluded.created_at`,
    [o.id, o.projectId, o.guestName, o.guestHash, o.decision, o.revision, o.at],
  )
}
