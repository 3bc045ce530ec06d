import { isShortText } from '#platform/server/packed-text.ts'
import type { ThreadPool, ThreadTask } from '#platform/server/thread-pool.ts'
import type { Units } from '../model/own-words.ts'
import type { PackedOwnWords } from './packed-source.ts'

/** A text, and the BCP 47 tag that finds the words of languages written without spaces. */
export type OwnWordsToRead = PackedOwnWords & { readonly language: string }

/** What reads texts in a thread. Both throw AppError `unprocessable` without words, `too_large` for too many. */
export type OwnWordsTasks = {
  readonly read: ThreadTask<OwnWordsToRead, Units>
  readonly check: ThreadTask<OwnWordsToRead, undefined>
}

/** What reading texts needs. */
export type ReadOwnWordsDeps = { readonly threadPool: Pick<ThreadPool, 'run'>; readonly ownWords: OwnWordsTasks }

/** Milliseconds for one file: the largest ones take half a second, more on a busy machine. */
const TIMEOUT_MS = 10_000
const TOO_SLOW = 'This text took too long to read. Split it into shorter parts, or remove what is not spoken.'

/**
 * Reads the creator's own words in a thread.
 * @param o.account the account whose work it is; it waits for its own earlier text
 * @throws AppError `unprocessable` when there are none, saying what to do; `too_large` for too many words
 */
export async function readOwnWords(
  { threadPool, ownWords }: ReadOwnWordsDeps,
  source: PackedOwnWords,
  { language, account }: { language: string; account: string },
): Promise<Units> {
  return threadPool.run(ownWords.read, { ...source, language }, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
}

/** Texts up to this size are checked in place: on a busy machine a thread may keep a short script waiting. */
const IN_PLACE_BYTES = 4_000

/** Refuses what `readOwnWords` would refuse. */
export async function checkOwnWords(
  { threadPool, ownWords }: ReadOwnWordsDeps,
  source: PackedOwnWords,
  { language, account }: { language: string; account: string },
): Promise<void> {
  if (isShortText(source.text, IN_PLACE_BYTES)) {
    ownWords.check.run({ ...source, language })
    return
  }
  await threadPool.run(ownWords.check, { ...source, language }, { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW })
}
