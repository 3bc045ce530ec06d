import { createHash } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'
import { COMMENT_ID, PROJECT_ID, REVIEW_LINK_ID, REVIEW_TOKEN, THREAD_ID } from './table.ts'

/** Inserts a comment by the owner, and a review link. */
export async function addReview(db: Db, ownersEmail: string): Promise<void> {
  await db.$client.query(
    'insert into review_links (id, project_id, token_hash, created_at) values ($1, $2, $3, now())',
    [REVIEW_LINK_ID, PROJECT_ID, createHash('sha256').update(REVIEW_TOKEN).digest('hex')],
  )
  await db.$client.query(
    `insert into review_threads (id, project_id, first_word_id, last_word_id, quote, created_at)
     values ($1, $2, 'w1', 'w1', 'hello', now())`,
    [THREAD_ID, PROJECT_ID],
  )
  await db.$client.query(
    `insert into review_comments (id, thread_id, author_id, body, created_at)
     select $1, $2, id, 'Too fast', now() from users where email = $3`,
    [COMMENT_ID, THREAD_ID, ownersEmail],
  )
}
