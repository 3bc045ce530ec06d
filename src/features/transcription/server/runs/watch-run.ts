import type { Db } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import { shareReads } from '#platform/server/shared-reads.ts'
import type { TranscriptionEvent } from '../../model/contract.ts'
import { draftSentences } from '../../model/draft-sentences.ts'
import type { SpokenWord } from '../../model/word.ts'
import { newestRun, piecesOf, type Run, type StoredPiece, topicOf, viewOf } from '../run-rows.ts'

/** Dependencies of the streams of runs. */
export type WatchDeps = {
  readonly events: Pick<Events, 'subscribe'>
  readonly reads: RunReads
  /** Labels of engines that write bare words. */
  readonly bareWords: ReadonlySet<string>
}

/** Reads of runs, shared by all streams of the same run. */
export type RunReads = {
  newest(projectId: string): Promise<Run | undefined>
  /** The pieces of a run from an index on. */
  pieces(runId: string, from: number): Promise<StoredPiece[]>
}

/** Creates the shared reads of this process. */
export function openRunReads(db: Db): RunReads {
  const runs = shareReads<Run | undefined>()
  const pieces = shareReads<StoredPiece[]>()
  return {
    newest: (projectId) => runs(projectId, () => newestRun(db, projectId)),
    pieces: (runId, from) => pieces(`${runId} ${from}`, () => piecesOf(db, runId, { from })),
  }
}

/**
 * Streams the state and the words of a project's latest run until the client disconnects. When another engine or run
 * invalidates words already sent, the stream ends and the client reconnects to a fresh one.
 */
export async function* watchRun(
  { reads, events, bareWords }: WatchDeps,
  projectId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<TranscriptionEvent> {
  const leaving = new AbortController()
  const left = signal === undefined ? leaving.signal : AbortSignal.any([leaving.signal, signal])
  try {
    // Subscribe before reading: a change in between causes another read.
    const changes = events.subscribe(topicOf(projectId), left)
    const sent: Sent = { by: undefined, places: 0, last: undefined, hasFirstWords: false }
    yield* emit(await reads.newest(projectId))
    for await (const _ of changes) {
      const run = await reads.newest(projectId)
      if (sent.places > 0 && sent.by !== speaker(run)) return
      yield* emit(run)
    }

    async function* emit(run: Run | undefined): AsyncGenerator<TranscriptionEvent> {
      if (run === undefined) return
      // Words go before a final state, at which the client may disconnect, and before one without the first words.
      const wordsLead = isOver(run) || (sent.hasFirstWords && sent.by === speaker(run))
      Object.assign(sent, { by: speaker(run), hasFirstWords: run.firstWords !== null })
      const words = await freshWords(reads, run, sent, bareWords)
      const news: TranscriptionEvent[] = [{ type: 'state', transcription: viewOf(run) }]
      if (words.length > 0) news.push({ type: 'words', words })
      yield* wordsLead ? news.toReversed() : news
    }
  } finally {
    leaving.abort()
  }
}

/** Position of one stream: its run, its engine, the pieces sent, the last word, and whether first words are shown. */
type Sent = { by: string | undefined; places: number; last: SpokenWord | undefined; hasFirstWords: boolean }

function speaker(run: Run | undefined): string | undefined {
  // Another sound invalidates the words of the early one.
  return run === undefined ? undefined : `${run.id} ${run.engineLabel} ${run.earlySound === 'discarded'}`
}

function isOver({ state }: Run): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

async function freshWords(
  reads: RunReads,
  run: Run,
  sent: Sent,
  bareWords: ReadonlySet<string>,
): Promise<SpokenWord[]> {
  const pieces = await reads.pieces(run.id, sent.places)
  const words = pieces.flatMap((piece) => piece.words)
  const before = sent.last
  Object.assign(sent, { places: sent.places + pieces.length, last: words.at(-1) ?? before })
  return bareWords.has(run.engineLabel) ? draftSentences(words, { before, open: true }) : words
}
