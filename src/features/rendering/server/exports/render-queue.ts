import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { type RenderingDeps, topicOf } from '../deps.ts'

/** Bounds and default of the retry delay, in seconds. */
const RETRY = { least: 5, most: 3_600, unknown: 60 } as const

const IdRow = z.object({ id: z.string() })

/** The number of an owner's exports before each queued one, by id. */
export async function queuePositions(q: Queryable, ownerId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows(
    q,
    IdRow,
    `select id from renders where owner_id = $1 and state in ('queued', 'running') order by created_at, id`,
    [ownerId],
  )
  return new Map(rows.map(({ id }, index) => [id, index]))
}

/** Notifies the pages of an owner's queued exports that their position may have changed. */
export async function publishQueuePositions(
  q: Queryable,
  events: RenderingDeps['events'],
  ownerId: string,
): Promise<void> {
  const rows = await queryRows(q, IdRow, `select id from renders where owner_id = $1 and state = 'queued'`, [ownerId])
  for (const { id } of rows) await events.publish(q, topicOf(id))
}

const MsRow = z.object({ ms: z.number().nullable() })

/** The refusal of an export beyond the limit, with the expected end of the first one in the queue. */
export async function createQueueFullError(
  q: Queryable,
  { ownerId, userId, limit }: { readonly ownerId: string; readonly userId: string; readonly limit: number },
): Promise<AppError> {
  const row = await findRow(
    q,
    MsRow,
    `select min(remaining_ms)::float8 as ms from renders where owner_id = $1 and state = 'running'`,
    [ownerId],
  )
  const ms = row?.ms ?? null
  const seconds = ms === null ? RETRY.unknown : Math.ceil(ms / 1_000)
  const exports = pluralize(limit, 'export')
  const message =
    userId === ownerId
      ? `You have ${exports} waiting or running, the limit of your account. Start this one when one of them has finished.`
      : `The owner of this video has ${exports} waiting or running, the limit of their account. Start this one when one of them has finished.`
  const retryAfterSeconds = Math.min(Math.max(seconds, RETRY.least), RETRY.most)
  return new AppError('too_many_requests', message, { limit, retryAfterSeconds })
}
