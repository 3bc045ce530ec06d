import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import { Anchor, type ThreadFilter, THREADS_PER_PAGE } from '../model/index.ts'

const Row = Anchor.extend({
  id: z.string(),
  quote: z.string(),
  createdAt: z.date(),
  resolvedAt: z.date().nullable(),
})

/** A row of a thread. */
export type StoredThread = z.output<typeof Row>

const COLUMNS = 't.id, t.first_word_id, t.last_word_id, t.near_word_id, t.quote, t.created_at, t.resolved_at'

/** Inserts an open thread. */
export async function insertThread(
  tx: Tx,
  o: { id: string; projectId: string; firstWordId: string; lastWordId: string; quote: string; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into review_threads (id, project_id, first_word_id, last_word_id, quote, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [o.id, o.projectId, o.firstWordId, o.lastWordId, o.quote, o.at],
  )
}

/** A thread of a project, locked until the transaction ends; undefined if it is gone or of another project. */
export async function lockThread(tx: Tx, projectId: string, threadId: string): Promise<StoredThread | undefined> {
  return findRow(tx, Row, `select ${COLUMNS} from review_threads t where t.project_id = $1 and t.id = $2 for update`, [
    projectId,
    threadId,
  ])
}

/** Conditions on a thread `t`; `$2` is the reader's user id. */
const FILTERS: Readonly<Record<ThreadFilter, string>> = {
  open: 't.resolved_at is null',
  resolved: 't.resolved_at is not null',
  mine: `exists (select 1 from review_comments c
    where c.thread_id = t.id and c.author_id = $2 and c.deleted_at is null)`,
  mentions: 'exists (select 1 from review_comments c where c.thread_id = t.id and $2 = any (c.mentions))',
}

/**
 * A page of threads, newest first.
 * @param o.filter undefined for all
 * @param o.before the last thread of the page before
 */
export async function listThreads(
  q: Queryable,
  o: { projectId: string; readerId: string; filter: ThreadFilter | undefined; before: Cursor | undefined },
): Promise<{ threads: StoredThread[]; next: Cursor | null }> {
  const { before } = o
  const rows = await queryRows(
    q,
    Row,
    `select ${COLUMNS} from review_threads t
     where t.project_id = $1 and $2::text is not null and ${o.filter === undefined ? 'true' : FILTERS[o.filter]}
       and ($3::timestamptz is null or (t.created_at, t.id) < ($3, $4::uuid))
     order by t.created_at desc, t.id desc limit $5`,
    [o.projectId, o.readerId, before?.at ?? null, before?.id ?? null, THREADS_PER_PAGE + 1],
  )
  const threads = rows.slice(0, THREADS_PER_PAGE)
  const last = threads.at(-1)
  const hasMore = rows.length > threads.length && last !== undefined
  return { threads, next: hasMore ? { at: last.createdAt, id: last.id } : null }
}

/** The place of a thread in the list. */
export type Cursor = { readonly at: Date; readonly id: string }

const AnchorRow = Anchor.extend({ threadId: z.string() })

/** The anchors of a project's threads. @param o.onlyOpen default all */
export async function listAnchors(
  q: Queryable,
  projectId: string,
  { onlyOpen = false }: { onlyOpen?: boolean } = {},
): Promise<z.output<typeof AnchorRow>[]> {
  return queryRows(
    q,
    AnchorRow,
    `select id as thread_id, first_word_id, last_word_id, near_word_id from review_threads
     where project_id = $1 and (resolved_at is null or not $2) order by created_at, id`,
    [projectId, onlyOpen],
  )
}

/** Stores a moved anchor. */
export async function updateAnchor(tx: Tx, threadId: string, anchor: Anchor): Promise<void> {
  await execute(
    tx,
    'update review_threads set first_word_id = $2, last_word_id = $3, near_word_id = $4 where id = $1',
    [threadId, anchor.firstWordId, anchor.lastWordId, anchor.nearWordId],
  )
}

/** Resolves a thread, or reopens it with null. */
export async function setResolved(tx: Tx, threadId: string, at: Date | null): Promise<void> {
  await execute(tx, 'update review_threads set resolved_at = $2 where id = $1', [threadId, at])
}

/** Copies all threads of a project, with their comments, to one that has none. */
export async function copyThreadRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await execute(
    tx,
    `with copies as materialized (
       select id, gen_random_uuid() as copy_id from review_threads
       where project_id = $1 and not exists (select 1 from review_threads where project_id = $2)
     ), threads as (
       insert into review_threads (id, project_id, first_word_id, last_word_id, near_word_id, quote, created_at, resolved_at)
       select copy_id, $2, first_word_id, last_word_id, near_word_id, quote, created_at, resolved_at
       from review_threads join copies using (id)
     )
     insert into review_comments (id, thread_id, author_id, guest_name, guest_hash, body, mentions, created_at, edited_at,
       deleted_at)
     select gen_random_uuid(), copy_id, author_id, guest_name, guest_hash, body, mentions, created_at, edited_at, deleted_at
     from review_comments join copies on copies.id = thread_id`,
    [from, to],
  )
}

/** Deletes a thread with its comments. */
export async function deleteThread(tx: Tx, threadId: string): Promise<void> {
  await execute(tx, 'delete from review_threads where id = $1', [threadId])
}

const CountRow = z.object({ ofProject: z.int(), ofThread: z.int() })

/** The number of comments of a project, and of a thread. */
export async function countComments(
  q: Queryable,
  projectId: string,
  threadId: string | null,
): Promise<{ ofProject: number; ofThread: number }> {
  return queryRow(
    q,
    CountRow,
    `select count(*)::integer as of_project, (count(*) filter (where c.thread_id = $2))::integer as of_thread
     from review_comments c join review_threads t on t.id = c.thread_id where t.project_id = $1`,
    [projectId, threadId],
  )
}
