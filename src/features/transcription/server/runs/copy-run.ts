import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import type { TranscriptionDeps } from '../deps.ts'

/**
 * Copies the newest finished run of a project to its duplicate, whose captions come from it. The copy costs no credits
 * and has no job.
 */
export async function copyRun(
  tx: Tx,
  { newId, now }: Pick<TranscriptionDeps, 'newId' | 'now'>,
  o: { readonly from: string; readonly to: string },
): Promise<void> {
  await execute(
    tx,
    `insert into transcriptions (id, project_id, job_id, asked_language, source_kind, state, progress, language,
       engine_label, credits, created_at, finished_at)
     select $1, $2, $3, asked_language, source_kind, state, progress, language, engine_label, 0, $4, $4
     from transcriptions where project_id = $5 and state = 'done' order by created_at desc, id limit 1`,
    [newId(), o.to, newId(), now(), o.from],
  )
}
