import type { Ledger } from '#features/credits/server/index.ts'
import type { AnnouncedPicture } from '#features/media/model/index.ts'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { FileStore } from '#platform/server/files.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import type { ComingModel } from '../model/contract.ts'
import type { UnscriptedPassage } from '../model/said-otherwise.ts'
import type { UnspokenPassage } from '../model/unspoken.ts'
import type { SpokenWord } from '../model/word.ts'
import type { EngineChoice } from './engines/engine-choice.ts'
import type { Aligner, Segmenter } from './ports.ts'
import type { Punctuator } from './punctuation/punctuate.ts'
import type { SpeakerFinder } from './speakers/speaker-finder.ts'
import type { OwnWordsTasks } from './transcribe/read-own-words.ts'

/** The tools for speech work. */
export type Speech = {
  readonly engines: EngineChoice
  readonly aligner: Aligner
  /** Cuts what an engine recognises: by the model of speech, or by loudness. */
  readonly segmenter: Segmenter
  /** Cuts by loudness whatever is installed: the sound of known words, which may be sung. */
  readonly loudnessSegmenter: Segmenter
  readonly speakers: SpeakerFinder
  readonly punctuator: Punctuator
}

/** The words of a finished run. */
export type Transcribed = {
  readonly projectId: string
  /** BCP 47 tag, `und` when unknown. */
  readonly language: string
  readonly words: readonly SpokenWord[]
  /** The engine or aligner that produced them: `pocketsphinx`, `parakeet-v2`, `alignment` … */
  readonly engine: string
  readonly model: string
  /** The attribution a model's licence requires; null when it requires none. */
  readonly attribution: string | null
  /** For uploaded subtitles: the word count of each line, per caption. */
  readonly lines?: readonly (readonly number[])[]
  /** For a script: its sentences that nobody says, which are no part of `words`. */
  readonly unspoken?: readonly UnspokenPassage[]
  /** For a script: what is said but not in it, in media order, as recognised. */
  readonly unscripted?: readonly UnscriptedPassage[]
  /** For an uploaded caption download: the file, packed, since it holds more than words and lines. */
  readonly download?: Uint8Array
  /** Id of the template that the creator chose for new captions. */
  readonly template?: string
  /** The saved look that they chose instead, as a copy. */
  readonly look?: SavedLookCopy
  /** The picture of a video that is not measured yet, and the length of its sound, ms. Default: the measured ones. */
  readonly announced?: AnnouncedPicture & { readonly durationMs: number }
  /** The project of the earlier cut whose captions are carried over. */
  readonly cutOf?: string
}

/** A saved look as data: transcription only hands it over. */
export type SavedLookCopy = Readonly<Record<string, unknown>>

/** Dependencies of transcription's procedures. */
export type TranscriptionDeps = {
  readonly db: Db
  readonly jobs: JobQueue
  readonly events: Events
  readonly ledger: Pick<Ledger, 'hold' | 'balance' | 'release'>
  readonly speech: Speech
  readonly ownWords: OwnWordsTasks
  readonly threadPool: ThreadPool
  /** @throws AppError `not_found` for a template that does not exist */
  checkTemplate(id: string): void
  /** @throws AppError `not_found` for a look that the user cannot use */
  copyLook(userId: string, lookId: string): Promise<SavedLookCopy>
  /**
   * Refuses a hold that exceeds what the owner lets a collaborator spend, in the transaction of the hold.
   * @throws AppError `forbidden`
   */
  refuseOverLimit(tx: Tx, o: { ownerId: string; userId: string; amount: number }): Promise<void>
  /** The owner's credits that a collaborator may still spend this month; null without a limit. */
  creditsLeftFor(q: Queryable, o: { ownerId: string; userId: string }): Promise<number | null>
  /** The better model that is being installed; null without one. */
  comingModel(q: Queryable): Promise<ComingModel | null>
  /** Maximum queued and running caption runs of an account, by its plan. */
  jobsInLine(tx: Tx, ownerId: string): Promise<number>
  newId(): string
  now(): Date
}

/** Dependencies of transcription's job. */
export type TranscriptionJobDeps = {
  readonly db: Db
  readonly events: Events
  readonly files: Pick<FileStore, 'checkout' | 'stat'>
  readonly log: Log
  readonly ledger: Pick<Ledger, 'capture' | 'release'>
  readonly speech: Speech
  readonly ownWords: OwnWordsTasks
  readonly threadPool: ThreadPool
  /** Maximum processor cores of one run. */
  readonly threads: number
  /** Called in the transaction that makes a run `done`. */
  onTranscribed(tx: Tx, transcribed: Transcribed): Promise<void>
  now(): Date
}
