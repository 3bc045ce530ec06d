import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRow } from '#platform/server/rows.ts'

const Captioned = z.object({ ms: z.number() })

/**
 * Sums the lengths of the videos whose captions were finished in a span of time, once for each run.
 * @returns milliseconds, of videos that still exist
 */
export async function captionedMs(q: Queryable, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { ms } = await queryRow(
    q,
    Captioned,
    `select coalesce(sum((p.probe ->> 'durationMs')::float8), 0) as ms
     from transcriptions t join projects p on p.id = t.project_id
     where t.state = 'done' and t.finished_at >= $1 and t.finished_at < $2`,
    [from, to],
  )
  return ms
}
