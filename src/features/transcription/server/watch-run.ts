import type { Db } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import { shareReads } from '#platform/server/shared-reads.ts'
import type { TranscriptionEvent } from '../model/contract.ts'
import { draftSentences } from '../model/draft-sentences.ts'
import type { SpokenWord } from '../model/word.ts'
import { newestRun, piecesOf, type Run, type StoredPiece, topicOf, viewOf } from './runs.ts'

/** What the streams of runs need. */
export type WatchDeps = {
  readonly events: Pick<Events, 'subscribe'>
  readonly reads: RunReads
  /** Labels of engines that write bare words. */
  readonly bareWords: ReadonlySet<string>
}

/** Reads of runs, shared by the streams that follow the same one. */
export type RunReads = {
  newest(projectId: string): Promise<Run | undefined>
  /** The pieces of a run from a place on. */
  pieces(runId: string, from: number): Promise<StoredPiece[]>
}

/** Opens the reads of this process. */
export function openRunReads(db: Db): RunReads {
  const runs = shareReads<Run | undefined>()
  const pieces = shareReads<StoredPiece[]>()
  return {
    newest: (projectId) => runs(projectId, () => newestRun(db, projectId)),
    pieces: (runId, from) => pieces(`${runId} ${from}`, () => piecesOf(db, runId, { from })),
  }
}

/**
 * Follows the newest run of a project: its state, and its words as they are heard, until the client leaves. Where words
 * that were told count no more, because another engine or another run began anew, the stream ends and the client comes
 * back to a fresh one.
 */
export async function* watchRun(
  { reads, events, bareWords }: WatchDeps,
  projectId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<TranscriptionEvent> {
  const leaving = new AbortController()
  const left = signal === undefined ? leaving.signal : AbortSignal.any([leaving.signal, signal])
  try {
    // Heard first, read after: what changes in between is read again.
    const changes = events.subscribe(topicOf(projectId), left)
    const told: Told = { by: undefined, places: 0, last: undefined }
    yield* tell(await reads.newest(projectId))
    for await (const _ of changes) {
      const run = await reads.newest(projectId)
      if (told.places > 0 && told.by !== speaker(run)) return
      yield* tell(run)
    }

    async function* tell(run: Run | undefined): AsyncGenerator<TranscriptionEvent> {
      if (run === undefined) return
      told.by = speaker(run)
      const words = await freshWords(reads, run, told, bareWords)
      const news: TranscriptionEvent[] = [{ type: 'state', transcription: viewOf(run) }]
      if (words.length > 0) news.push({ type: 'words', words })
      // A client may leave at the last state: nothing comes after it.
      yield* isOver(run) ? news.toReversed() : news
    }
  } finally {
    leaving.abort()
  }
}

/** What one stream has told: pieces of which run by which engine, and the last word of them. */
type Told = { by: string | undefined; places: number; last: SpokenWord | undefined }

function speaker(run: Run | undefined): string | undefined {
  return run === undefined ? undefined : `${run.id} ${run.engineLabel}`
}

function isOver({ state }: Run): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

async function freshWords(
  reads: RunReads,
  run: Run,
  told: Told,
  bareWords: ReadonlySet<string>,
): Promise<SpokenWord[]> {
  const pieces = await reads.pieces(run.id, told.places)
  const words = pieces.flatMap((piece) => piece.words)
  const before = told.last
  Object.assign(told, { places: told.places + pieces.length, last: words.at(-1) ?? before })
  return bareWords.has(run.engineLabel) ? draftSentences(words, { before, open: true }) : words
}
