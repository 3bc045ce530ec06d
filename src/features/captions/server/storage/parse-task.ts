import { type SharedBytes, shareText } from '#platform/server/threads/shared-bytes.ts'
import type { ThreadPool, ThreadTask } from '#platform/server/threads/thread-pool.ts'
import { writeLines } from './document-lines.ts'
import { type ParseAside, parseDocument, type StoredDocument } from './document-rows.ts'

/** Parses stored captions, for the event loop to read in pieces. @public threads find it by its name */
export const parseTask: ThreadTask<StoredDocument, SharedBytes> = {
  module: new URL(import.meta.url),
  name: 'parseTask',
  run: (stored) => shareText(writeLines(parseDocument(stored))),
}

const TIMEOUT_MS = 10_000
const TOO_SLOW = 'These captions take too long to open right now. Try again in a few seconds.'

/** Parses in the thread pool, in the turn of an account. @throws AppError as the thread pool */
export function parseInThread(threadPool: Pick<ThreadPool, 'run'>, account: string): ParseAside {
  return (stored) => threadPool.run(parseTask, stored, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
}
