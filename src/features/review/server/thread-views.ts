import type { Queryable } from '#platform/server/db.ts'
import type { Comment, Thread } from '../model/index.ts'
import { listComments, type StoredComment } from './comment-rows.ts'
import type { StoredThread } from './thread-rows.ts'

/** The reader of comments: an account, or a guest with the hash of their browser's key. */
export type Reader =
  | { readonly kind: 'user'; readonly userId: string; readonly isOwner: boolean }
  | { readonly kind: 'guest'; readonly hash: string | null }

/** Threads with their comments, as a reader sees them. */
export async function viewThreads(q: Queryable, threads: readonly StoredThread[], reader: Reader): Promise<Thread[]> {
  const comments = Map.groupBy(
    await listComments(
      q,
      threads.map(({ id }) => id),
    ),
    ({ threadId }) => threadId,
  )
  return threads.map(({ id, quote, firstWordId, lastWordId, nearWordId, resolvedAt }) => ({
    id,
    quote,
    firstWordId,
    lastWordId,
    nearWordId,
    isResolved: resolvedAt !== null,
    comments: (comments.get(id) ?? []).map((comment) => viewComment(comment, reader)),
  }))
}

function viewComment(comment: StoredComment, reader: Reader): Comment {
  const isDeleted = comment.deletedAt !== null
  const isOwn = !isDeleted && isWrittenBy(comment, reader)
  return {
    id: comment.id,
    author: isDeleted ? null : (comment.guestName ?? comment.authorName),
    isGuest: comment.guestName !== null,
    isOwn,
    mayDelete: !isDeleted && (isOwn || (reader.kind === 'user' && reader.isOwner)),
    text: comment.body,
    createdAt: comment.createdAt.toISOString(),
    isEdited: comment.editedAt !== null,
    isDeleted,
  }
}

/** Whether the reader wrote a comment, or made a decision. */
export function isWrittenBy(
  { authorId, guestHash }: Pick<StoredComment, 'authorId' | 'guestHash'>,
  reader: Reader,
): boolean {
  if (reader.kind === 'user') return authorId === reader.userId
  return guestHash !== null && guestHash === reader.hash
}
