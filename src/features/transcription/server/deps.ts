import type { Ledger } from '#features/credits/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { ThreadPool } from '#platform/server/thread-pool.ts'
import type { SpokenWord } from '../model/word.ts'
import type { EngineChoice } from './engine-choice.ts'
import type { Aligner, Segmenter } from './ports.ts'
import type { OwnWordsTasks } from './read-own-words.ts'

/** What speech work is done with. */
export type Speech = { readonly engines: EngineChoice; readonly aligner: Aligner; readonly segmenter: Segmenter }

/** The words of a finished run. */
export type Transcribed = {
  readonly projectId: string
  /** BCP 47 tag, `und` when nobody knows. */
  readonly language: string
  readonly words: readonly SpokenWord[]
  /** What found or timed them: `pocketsphinx`, `parakeet-v2`, `alignment` … */
  readonly engine: string
  readonly model: string
  /** The line a model's licence asks for; null when it asks for none. */
  readonly attribution: string | null
  /** Of uploaded subtitles: for each caption, how many words each of its lines has. */
  readonly lines?: readonly (readonly number[])[]
}

/** What transcription's procedures need from outside. */
export type TranscriptionDeps = {
  readonly db: Db
  readonly jobs: JobQueue
  readonly events: Events
  readonly ledger: Pick<Ledger, 'hold' | 'balance'>
  readonly speech: Speech
  readonly ownWords: OwnWordsTasks
  readonly threadPool: ThreadPool
  /** How many caption runs of an account may wait or run, by its plan. */
  jobsInLine(tx: Tx, ownerId: string): Promise<number>
  newId(): string
  now(): Date
}

/** What transcription's job needs from outside. */
export type TranscriptionJobDeps = {
  readonly db: Db
  readonly events: Events
  readonly files: Pick<FileStore, 'checkout'>
  readonly log: Log
  readonly ledger: Pick<Ledger, 'capture' | 'release'>
  readonly speech: Speech
  readonly ownWords: OwnWordsTasks
  readonly threadPool: ThreadPool
  /** Processor cores one run may use. */
  readonly threads: number
  /** Told in the transaction that makes a run `done`. */
  onTranscribed(tx: Tx, transcribed: Transcribed): Promise<void>
  now(): Date
}
