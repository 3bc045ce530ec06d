import { isShortText } from '#platform/server/packed-text.ts'
import type { ThreadPool, ThreadTask } from '#platform/server/threads/thread-pool.ts'
import type { Units } from '../../model/own-words.ts'
import type { PackedOwnWords } from '../packed-source.ts'

/**
 * A text, its BCP 47 tag, which segments languages written without spaces, and its video, whose length bounds the words
 * of a script. Without `video` there is no such bound: a run that has begun was admitted.
 */
export type OwnWordsToRead = Pick<PackedOwnWords, 'kind' | 'text'> & {
  readonly language: string
  readonly video?: { readonly durationMs: number }
}

/** Work for a thread that reads texts. Both throw AppError `unprocessable` without words, `too_large` for too many. */
export type OwnWordsTasks = {
  readonly read: ThreadTask<OwnWordsToRead, Units>
  readonly check: ThreadTask<OwnWordsToRead, undefined>
}

/** Dependencies of reading texts. */
export type ReadOwnWordsDeps = { readonly threadPool: Pick<ThreadPool, 'run'>; readonly ownWords: OwnWordsTasks }

/** Time limit per file in milliseconds: the largest take half a second, longer on a busy machine. */
const TIMEOUT_MS = 10_000
const TOO_SLOW = 'This text took too long to read. Split it into shorter parts, or remove what is not spoken.'

/**
 * Reads the creator's own words in a worker thread.
 * @param o.account the account to queue under; its texts are read one at a time
 * @throws AppError `unprocessable` without words, saying what to do; `too_large` for too many words
 */
export async function readOwnWords(
  { threadPool, ownWords }: ReadOwnWordsDeps,
  source: PackedOwnWords,
  { language, account }: { language: string; account: string },
): Promise<Units> {
  return threadPool.run(ownWords.read, { ...source, language }, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
}

/** Texts up to this size are checked in place: a busy machine may be slow to start a thread. */
const IN_PLACE_BYTES = 4_000

/**
 * Refuses every source that `readOwnWords` would refuse, and a script far too long for its video.
 * @param o.durationMs the length of the video; null while it is not measured, which bounds nothing
 */
export async function checkOwnWords(
  { threadPool, ownWords }: ReadOwnWordsDeps,
  source: PackedOwnWords,
  { language, account, durationMs }: { language: string; account: string; durationMs: number | null },
): Promise<void> {
  const toCheck = { ...source, language, ...(durationMs !== null && { video: { durationMs } }) }
  if (isShortText(source.text, IN_PLACE_BYTES)) {
    ownWords.check.run(toCheck)
    return
  }
  await threadPool.run(ownWords.check, toCheck, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
}
