import type { ThreadPool, ThreadTask } from '#platform/server/thread-pool.ts'
import { captionUnits, isCaptionDocument, type OwnWords, type Units, unitsOf } from '../model/own-words.ts'
import type { SubtitleCue } from '../model/subtitles.ts'

/** Reads captions out of our own caption file. @throws AppError `unprocessable` when it is none */
export type ReadDocument = (json: string, o: { account: string }) => Promise<readonly SubtitleCue[]>

const module = new URL(import.meta.url)
/** Milliseconds for one file: the largest ones take half a second, more on a busy machine. */
const TIMEOUT_MS = 10_000
const TOO_SLOW = 'This text took too long to read. Split it into shorter parts, or remove what is not spoken.'

/** Reads a script, an SRT or a WebVTT file. @public threads find it by its name */
export const unitsTask: ThreadTask<{ source: OwnWords; language: string }, Units> = {
  module,
  name: 'unitsTask',
  run: ({ source, language }) => unitsOf(source, language),
}

/** Finds the words of captions that are read already. @public threads find it by its name */
export const captionUnitsTask: ThreadTask<{ cues: readonly SubtitleCue[]; language: string }, Units> = {
  module,
  name: 'captionUnitsTask',
  run: ({ cues, language }) => captionUnits(cues, language),
}

/**
 * Reads the creator's own words in a thread.
 * @param o.account the account whose work it is; it waits for its own earlier text
 * @throws AppError `unprocessable` when there are none, saying what to do; `too_large` for too many words
 */
export async function readOwnWords(
  { threadPool, readDocument }: { threadPool: ThreadPool; readDocument: ReadDocument },
  source: OwnWords,
  { language, account }: { language: string; account: string },
): Promise<Units> {
  const limits = { account, timeoutMs: TIMEOUT_MS, tooSlow: TOO_SLOW }
  if (!isCaptionDocument(source)) return threadPool.run(unitsTask, { source, language }, limits)
  const cues = await readDocument(source.text, { account })
  return threadPool.run(captionUnitsTask, { cues, language }, limits)
}
