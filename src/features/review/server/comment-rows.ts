import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'

const Row = z.object({
  id: z.string(),
  threadId: z.string(),
  authorId: z.string().nullable(),
  /** The author's current name; null for a guest and for a deleted account. */
  authorName: z.string().nullable(),
  guestName: z.string().nullable(),
  guestHash: z.string().nullable(),
  body: z.string(),
  createdAt: z.date(),
  editedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
})

/** A row of a comment. */
export type StoredComment = z.output<typeof Row>

const SELECT = `select c.id, c.thread_id, c.author_id,
    coalesce(nullif(u.display_name, ''), split_part(u.email, '@', 1)) as author_name,
    c.guest_name, c.guest_hash, c.body, c.created_at, c.edited_at, c.deleted_at
  from review_comments c left join users u on u.id::text = c.author_id and u.deleted_at is null`

/** The comments of threads, oldest first. */
export async function listComments(q: Queryable, threadIds: readonly string[]): Promise<StoredComment[]> {
  return queryRows(q, Row, `${SELECT} where c.thread_id = any ($1::uuid[]) order by c.created_at, c.id`, [threadIds])
}

/** A comment of a project, locked until the transaction ends; undefined if it is deleted or of another project. */
export async function lockComment(tx: Tx, projectId: string, commentId: string): Promise<StoredComment | undefined> {
  return findRow(
    tx,
    Row,
    `${SELECT} join review_threads t on t.id = c.thread_id
     where t.project_id = $1 and c.id = $2 and c.deleted_at is null for update of c, t`,
    [projectId, commentId],
  )
}

/** The author of a comment: an account, or a guest of a review link. */
export type CommentAuthor =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'guest'; readonly name: string; readonly hash: string }

/** Inserts a comment. */
export async function insertComment(
  tx: Tx,
  o: { id: string; threadId: string; author: CommentAuthor; text: string; mentions: readonly string[]; at: Date },
): Promise<void> {
  const { author } = o
  const [userId, name, hash] = author.kind === 'user' ? [author.userId, null, null] : [null, author.name, author.hash]
  await execute(
    tx,
    `insert into review_comments (id, thread_id, author_id, guest_name, guest_hash, body, mentions, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [o.id, o.threadId, userId, name, hash, o.text, o.mentions, o.at],
  )
}

/** Changes the text of a comment. */
export async function updateComment(
  tx: Tx,
  o: { id: string; text: string; mentions: readonly string[]; at: Date },
): Promise<void> {
  await execute(tx, 'update review_comments set body = $2, mentions = $3, edited_at = $4 where id = $1', [
    o.id,
    o.text,
    o.mentions,
    o.at,
  ])
}

/** Removes the text of comments; their places stay, for the answers. */
export async function clearComments(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await execute(
    tx,
    `update review_comments set body = '', mentions = '{}', deleted_at = $2, author_id = null
     where id = any ($1::uuid[])`,
    [ids, at],
  )
}

/** Deletes cleared comments without answers, and threads without comments. */
export async function deleteCleared(tx: Tx, threadIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    `delete from review_comments c where thread_id = any ($1::uuid[]) and deleted_at is not null and not exists (
       select 1 from review_comments later where later.thread_id = c.thread_id and later.deleted_at is null
         and (later.created_at, later.id) > (c.created_at, c.id))`,
    [threadIds],
  )
  await execute(
    tx,
    `delete from review_threads t where id = any ($1::uuid[])
       and not exists (select 1 from review_comments c where c.thread_id = t.id)`,
    [threadIds],
  )
}

const OwnRow = z.object({
  id: z.string(),
  threadId: z.string(),
  projectId: z.string(),
  quote: z.string(),
  text: z.string(),
  createdAt: z.date(),
})

/** Everything that an account wrote, oldest first. */
export async function listCommentsBy(q: Queryable, userId: string): Promise<z.output<typeof OwnRow>[]> {
  return queryRows(
    q,
    OwnRow,
    `select c.id, c.thread_id, t.project_id, t.quote, c.body as text, c.created_at
     from review_comments c join review_threads t on t.id = c.thread_id
     where c.author_id = $1 order by c.created_at, c.id`,
    [userId],
  )
}

/** Removes an account from the mentions of others. */
export async function deleteMentions(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    'update review_comments set mentions = array_remove(mentions, $1) where mentions @> array[$1::text]',
    [userId],
  )
}
