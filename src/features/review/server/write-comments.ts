import type { CaptionDocument } from '#features/captions/model/index.ts'
import { textOf, wordIndex } from '#features/captions/model/index.ts'
import { publishComments, withLockedDocument } from '#features/captions/server/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { PROJECT_COMMENTS, quoteOf, THREAD_COMMENTS } from '../model/index.ts'
import {
  clearComments,
  type CommentAuthor,
  deleteCleared,
  insertComment,
  lockComment,
  updateComment,
} from './comment-rows.ts'
import type { ReviewDeps } from './deps.ts'
import { findAudience, type ReviewedProject } from './notify.ts'
import { countComments, insertThread, lockThread, setResolved, type StoredThread } from './thread-rows.ts'
import { isWrittenBy, type Reader } from './thread-views.ts'

type Written = {
  readonly project: ReviewedProject
  readonly author: CommentAuthor
  readonly text: string
  /** Refuses a caller without access, in the transaction that writes. */
  authorize(tx: Tx): Promise<unknown>
}

/**
 * Starts a thread at words. The captions are locked, so that an edit either removes the words first, or moves the thread.
 * @throws AppError `conflict` if the words are gone or there are too many comments
 */
export async function startThread(
  deps: ReviewDeps,
  { project, author, text, authorize, ...words }: Written & { firstWordId: string; lastWordId: string },
): Promise<StoredThread> {
  const audience = await findAudience(deps, { project, author, text })
  return withLockedDocument(deps, { projectId: project.id, account: project.ownerId }, async (tx, doc) => {
    await authorize(tx)
    const anchor = orderedWords(doc, words)
    await refuseTooMany(tx, project.id, null)
    const [id, at] = [deps.newId(), deps.now()]
    await insertThread(tx, { id, projectId: project.id, ...anchor, at })
    const { mentions } = audience
    await insertComment(tx, { id: deps.newId(), threadId: id, author, text, mentions, at })
    await audience.send(tx, { threadId: id, quote: anchor.quote })
    await publishComments(tx, project.id)
    return { id, ...anchor, nearWordId: null, createdAt: at, resolvedAt: null }
  })
}

/** Answers, and reopens a resolved thread. @throws AppError `not_found`; `conflict` for too many comments */
export async function replyTo(
  deps: ReviewDeps,
  { project, author, text, authorize, threadId }: Written & { threadId: string },
): Promise<StoredThread> {
  const audience = await findAudience(deps, { project, author, text })
  return transaction(deps.db, async (tx) => {
    await authorize(tx)
    const thread = found(await lockThread(tx, project.id, threadId))
    await refuseTooMany(tx, project.id, threadId)
    const { mentions } = audience
    await insertComment(tx, { id: deps.newId(), threadId, author, text, mentions, at: deps.now() })
    if (thread.resolvedAt !== null) await setResolved(tx, threadId, null)
    await audience.send(tx, { threadId, quote: thread.quote })
    await publishComments(tx, project.id)
    return { ...thread, resolvedAt: null }
  })
}

/** Changes the text of the author's own comment. @throws AppError `not_found`; `forbidden` for others */
export async function editComment(
  deps: ReviewDeps,
  { project, author, text, authorize, commentId }: Written & { commentId: string },
): Promise<void> {
  const audience = await findAudience(deps, { project, author, text })
  await transaction(deps.db, async (tx) => {
    await authorize(tx)
    const comment = found(await lockComment(tx, project.id, commentId))
    if (!isWrittenBy(comment, readerOf(author))) throw new AppError('forbidden', AUTHOR_ONLY)
    await updateComment(tx, { id: commentId, text, mentions: audience.mentions, at: deps.now() })
    await publishComments(tx, project.id)
  })
}

/** Deletes a comment. @throws AppError `not_found`; `forbidden` unless the reader wrote it or owns the project */
export async function removeComment(
  { db, now }: Pick<ReviewDeps, 'db' | 'now'>,
  o: { projectId: string; commentId: string; reader: Reader; authorize(tx: Tx): Promise<unknown> },
): Promise<void> {
  const { reader } = o
  await transaction(db, async (tx) => {
    await o.authorize(tx)
    const comment = found(await lockComment(tx, o.projectId, o.commentId))
    const isOwner = reader.kind === 'user' && reader.isOwner
    if (!isOwner && !isWrittenBy(comment, reader)) throw new AppError('forbidden', AUTHOR_ONLY)
    await clearComments(tx, [o.commentId], now())
    await deleteCleared(tx, [comment.threadId])
    await publishComments(tx, o.projectId)
  })
}

/** Resolves or reopens a thread. @throws AppError `not_found` */
export async function resolveThread(
  { db, now }: Pick<ReviewDeps, 'db' | 'now'>,
  o: { projectId: string; threadId: string; isResolved: boolean; authorize(tx: Tx): Promise<unknown> },
): Promise<void> {
  await transaction(db, async (tx) => {
    await o.authorize(tx)
    found(await lockThread(tx, o.projectId, o.threadId))
    await setResolved(tx, o.threadId, o.isResolved ? now() : null)
    await publishComments(tx, o.projectId)
  })
}

const AUTHOR_ONLY = 'Only the author of this comment can do that.'
const WORDS_GONE = 'These words were just deleted or replaced. Select other words and send the comment again.'

/** The ends of the words in document order, with their text. @throws AppError `conflict` if one is gone */
function orderedWords(doc: CaptionDocument, o: { firstWordId: string; lastWordId: string }) {
  const places = [wordIndex(doc, o.firstWordId), wordIndex(doc, o.lastWordId)].toSorted((a, b) => a - b)
  const [first = -1, last = -1] = places
  const [from, to] = [doc.words[first], doc.words[last]]
  if (from === undefined || to === undefined) throw new AppError('conflict', WORDS_GONE)
  // Enough words for the longest quotation.
  const quote = quoteOf(textOf(doc.words.slice(first, Math.min(last + 1, first + 300)))) || '…'
  return { firstWordId: from.id, lastWordId: to.id, quote }
}

async function refuseTooMany(q: Queryable, projectId: string, threadId: string | null): Promise<void> {
  const { ofProject, ofThread } = await countComments(q, projectId, threadId)
  if (ofProject >= PROJECT_COMMENTS)
    throw new AppError('conflict', `This video has ${PROJECT_COMMENTS} comments. Delete some to write more.`)
  if (ofThread >= THREAD_COMMENTS)
    throw new AppError('conflict', `This thread has ${THREAD_COMMENTS} comments. Start a new one at the same words.`)
}

function readerOf(author: CommentAuthor): Reader {
  return author.kind === 'user'
    ? { kind: 'user', userId: author.userId, isOwner: false }
    : { kind: 'guest', hash: author.hash }
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('not_found', 'Comment not found')
  return row
}
