import { type Db, type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { publishEvent } from '#platform/server/events.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { CaptionDocument } from '../../model/index.ts'
import { CHANGING, requireCaptions, topicOf } from './apply-batches.ts'
import { headOf, lockHead } from '../storage/document-rows.ts'
import type { OpenDocuments } from '../storage/open-documents.ts'

/**
 * Runs work in a transaction with the newest captions, which no edit changes until it ends.
 * @param o.account the account that opens them
 * @throws AppError `not_found` without captions, `unavailable` while others keep saving
 */
export async function withLockedDocument<Result>(
  { db, documents }: { readonly db: Db; readonly documents: OpenDocuments },
  { projectId, account }: { readonly projectId: string; readonly account: string },
  work: (tx: Tx, doc: CaptionDocument) => Promise<Result>,
): Promise<Result> {
  // Read without the lock: a long document takes long to parse.
  const known = requireCaptions(await documents.latest(db, projectId, account))
  return transaction(db, async (tx) => {
    const open = await documents.at(tx, projectId, requireCaptions(await lockHead(tx, projectId)), known)
    if (open === undefined) throw new AppError('unavailable', CHANGING)
    return work(tx, open.doc)
  })
}

/** The newest revision of a project's captions; undefined while there are none. */
export async function documentRevision(q: Queryable, projectId: string): Promise<number | undefined> {
  return (await headOf(q, projectId))?.revision
}

/** Notifies everybody who has the captions open that comments on them changed. */
export async function publishComments(tx: Tx, projectId: string): Promise<void> {
  await publishEvent(tx, topicOf(projectId), { comments: true })
}
