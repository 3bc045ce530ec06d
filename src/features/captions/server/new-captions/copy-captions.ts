import { randomUUID } from 'node:crypto'
import type { DuplicatedProject } from '#features/media/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { copyDocumentTask } from './copy-document-task.ts'
import { findStored, insertPacked } from '../storage/document-rows.ts'

const TIMEOUT_MS = 60_000
const TOO_SLOW = 'These captions take too long to copy right now. Try again in a few minutes.'

/** Copies the captions of a video as they are now, without their history; nothing if there are none. */
export async function copyCaptions(
  tx: Tx,
  { threadPool }: { readonly threadPool: Pick<ThreadPool, 'run'> },
  { sourceId, copy }: DuplicatedProject,
): Promise<void> {
  const stored = await findStored(tx, sourceId)
  if (stored === undefined) return
  const document = await threadPool.run(
    copyDocumentTask,
    { stored, id: randomUUID(), mediaId: copy.id },
    { account: copy.ownerId, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW },
  )
  await insertPacked(tx, copy.id, { revision: 1, ...document })
}
