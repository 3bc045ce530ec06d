import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import type { CommentAuthor } from './comment-rows.ts'
import { isWrittenBy, type Reader } from './thread-views.ts'

const Row = z.object({
  authorId: z.string().nullable(),
  /** The author's current name; null for a guest and for a deleted account. */
  authorName: z.string().nullable(),
  guestName: z.string().nullable(),
  guestHash: z.string().nullable(),
  decision: z.enum(['approved', 'changes']),
  revision: z.int(),
  createdAt: z.date(),
})

/** A row of a decision. */
export type StoredDecision = z.output<typeof Row>

const SELECT = `select d.author_id, coalesce(nullif(u.display_name, ''), split_part(u.email, '@', 1)) as author_name,
    d.guest_name, d.guest_hash, d.decision, d.revision, d.created_at
  from review_decisions d left join users u on u.id::text = d.author_id and u.deleted_at is null`

/** Decisions that are listed at most. */
const LISTED = 20

/**
 * The decisions about a project: that of the reader, then those of others with an account, then those of guests, who
 * may be many; each newest first.
 */
export async function listDecisions(
  q: Queryable,
  { projectId, reader }: { projectId: string; reader: Reader },
): Promise<StoredDecision[]> {
  const own = await findDecision(q, { projectId, reader })
  const listed = await queryRows(
    q,
    Row,
    `${SELECT} where d.project_id = $1 order by d.author_id is null, d.created_at desc, d.id limit $2`,
    [projectId, LISTED],
  )
  const others = listed.filter((decision) => !isWrittenBy(decision, reader))
  return own === undefined ? others : [own, ...others.slice(0, LISTED - 1)]
}

/** The decision of a reader; undefined if they made none. */
export async function findDecision(
  q: Queryable,
  { projectId, reader }: { projectId: string; reader: Reader },
): Promise<StoredDecision | undefined> {
  const [column, value] = reader.kind === 'user' ? ['author_id', reader.userId] : ['guest_hash', reader.hash]
  return findRow(q, Row, `${SELECT} where d.project_id = $1 and d.${column} = $2`, [projectId, value])
}

/** Records a decision in place of the author's earlier one. */
export async function upsertDecision(
  tx: Tx,
  o: Pick<StoredDecision, 'decision' | 'revision'> & { id: string; projectId: string; author: CommentAuthor; at: Date },
): Promise<void> {
  const { author } = o
  const [userId, name, hash] = author.kind === 'user' ? [author.userId, null, null] : [null, author.name, author.hash]
  await execute(
    tx,
    `insert into review_decisions (id, project_id, author_id, guest_name, guest_hash, decision, revision, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (project_id, ${author.kind === 'user' ? 'author_id' : 'guest_hash'}) do update
       set guest_name = excluded.guest_name, decision = excluded.decision, revision = excluded.revision,
         created_at = excluded.created_at`,
    [o.id, o.projectId, userId, name, hash, o.decision, o.revision, o.at],
  )
}

const OwnRow = Row.pick({ decision: true, revision: true, createdAt: true }).extend({ projectId: z.string() })

/** Everything that an account decided, oldest first. */
export async function listDecisionsBy(q: Queryable, userId: string): Promise<z.output<typeof OwnRow>[]> {
  return queryRows(
    q,
    OwnRow,
    'select project_id, decision, revision, created_at from review_decisions where author_id = $1 order by created_at, id',
    [userId],
  )
}

/** Deletes everything that an account decided. */
export async function deleteDecisionsBy(tx: Tx, userId: string): Promise<void> {
  await execute(tx, 'delete from review_decisions where author_id = $1', [userId])
}
