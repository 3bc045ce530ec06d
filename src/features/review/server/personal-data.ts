import type { Queryable, Tx } from '#platform/server/db.ts'
import { clearComments, deleteCleared, deleteMentions, listCommentsBy } from './comment-rows.ts'
import { deleteDecisionsBy, listDecisionsBy } from './decision-rows.ts'

/** Data export: every comment that a user wrote. */
export async function exportComments(q: Queryable, userId: string) {
  return (await listCommentsBy(q, userId)).map(({ projectId, quote, text, createdAt }) => ({
    projectId,
    quote,
    text,
    createdAt: createdAt.toISOString(),
  }))
}

/** Data export: every decision of a user about captions. */
export async function exportDecisions(q: Queryable, userId: string) {
  return (await listDecisionsBy(q, userId)).map(({ projectId, decision, revision, createdAt }) => ({
    projectId,
    decision,
    revision,
    decidedAt: createdAt.toISOString(),
  }))
}

/** Deletes a user's comments and decisions in the transaction that deletes the account; answers of others stay. */
export async function eraseReviews(tx: Tx, userId: string, now: Date): Promise<void> {
  const comments = await listCommentsBy(tx, userId)
  await clearComments(
    tx,
    comments.map(({ id }) => id),
    now,
  )
  await deleteCleared(tx, [...new Set(comments.map(({ threadId }) => threadId))])
  await deleteMentions(tx, userId)
  await deleteDecisionsBy(tx, userId)
}
