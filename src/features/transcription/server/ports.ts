import type { SpokenWord } from '../model/word.ts'
import type { TextUnit } from '../model/script.ts'
import type { Span } from '../model/interpolate.ts'
import type { UnspokenPassage, WordRange } from '../model/unspoken.ts'

/** A stretch of sound that is recognised in one pass; whole milliseconds. */
export type Piece = Span

/** Limits and cancellation of long speech work. */
export type WorkIo = {
  /** Aborting it ends the work and its processes in under 2 s. */
  readonly signal: AbortSignal
  /** Maximum processor cores, at least 1. */
  readonly threads: number
  /** Maximum resident memory of its processes, in MiB. */
  readonly memoryLimitMb: number
}

/** One recognised piece; pieces arrive in media order, each once. */
export type RecognisedPiece = {
  readonly piece: Piece
  /** True of the beginning of the first piece, recognised alone so that its words come soon: the piece replaces it. */
  readonly isProvisional?: true
  readonly words: readonly SpokenWord[]
  readonly language: string
}

/** Quality levels of engines, lowest first. */
export type EngineQuality = 'draft' | 'good' | 'best'

/** Whether an engine works now, and for which languages. */
export type EngineStatus =
  | { readonly ok: true; readonly version: string; readonly languages: readonly string[] }
  | { readonly ok: false; readonly reason: string }

/** Turns speech into timed words. */
export type SpeechEngine = {
  /** Stable, such as `pocketsphinx` or `parakeet-v2`. */
  readonly id: string
  /** Display name: "Draft transcript (English)". */
  readonly label: string
  readonly quality: EngineQuality
  /** Languages it can recognise, as ISO 639 codes. */
  readonly languages: readonly string[]
  /** True when it detects the language for `auto`. */
  readonly detectsLanguage: boolean
  /** Longest piece it recognises well, in milliseconds. */
  readonly maxPieceMs: number
  /** True when it writes bare lower-case words that need capitals and periods. */
  readonly bareWords: boolean
  /** True when its word edges are rough, so that alignment improves them. */
  readonly roughEdges: boolean
  /** Attribution the model's licence requires beside the result; null when it requires none. */
  readonly attribution: string | null
  /** Of an engine to which the sound is sent: that host, and the longest sound. Default: the sound stays here. */
  readonly elsewhere?: { readonly host: string; readonly maxSoundMs: number }
  /** Cheap; called before every run, so that a broken engine is skipped. */
  probe(): Promise<EngineStatus>
  /**
   * Recognises the pieces in order.
   * @param job.wavPath 16 kHz mono 16-bit WAV
   * @param job.language an ISO 639 code, or `auto`
   * @param job.names spellings to expect; engines that cannot use them ignore them. Default: none
   * @param job.showsFirstWords true also returns a provisional beginning, from engines whose first piece takes long
   * @throws EngineFailure when it cannot continue; pieces already returned stay valid
   */
  transcribe(
    job: {
      wavPath: string
      pieces: readonly Piece[]
      language: string
      names?: readonly string[]
      showsFirstWords?: boolean
    },
    io: WorkIo,
  ): AsyncIterable<RecognisedPiece>
}

/** A script in its sound. */
export type FollowedScript = {
  /** The written words except those of unspoken sentences: sorted, none overlapping. */
  readonly words: readonly SpokenWord[]
  /** The sentences that nobody says, in order. */
  readonly unspoken: readonly UnspokenPassage[]
  /**
   * Where something is said that is not in the script, in order; whole milliseconds. `insteadOf` are the words of the
   * script at that place, none of which was found; absent where it has none.
   */
  readonly unscripted: readonly (Span & { readonly insteadOf?: WordRange })[]
}

/** Finds the times of known text. */
export type Aligner = {
  /** Whether alignment works on this machine. */
  probe(): Promise<EngineStatus>
  /**
   * Times every written word of the units, in order; words without a match in the sound are placed between the others
   * and marked `interpolated`.
   * @returns exactly one word per written word, sorted, none overlapping
   */
  align(job: { wavPath: string; language: string; units: readonly TextUnit[] }, io: AlignIo): Promise<SpokenWord[]>
  /** Times a script like `align`, without the sentences that nobody says. */
  follow(job: { wavPath: string; language: string; units: readonly TextUnit[] }, io: AlignIo): Promise<FollowedScript>
  /** Moves an engine's word edges to those found by alignment; leaves uncertain words unchanged. */
  refine(job: { wavPath: string; language: string; words: readonly SpokenWord[] }, io: AlignIo): Promise<SpokenWord[]>
  /** The pronunciations of each written word as phones, such as `HH AH L OW`; none when unknown. */
  pronounce(words: readonly string[], o: { language: string; signal: AbortSignal }): Promise<string[][]>
}

/** @param onProgress fraction done, 0 to 1 */
export type AlignIo = WorkIo & { onProgress?(done: number): void }

/** Splits sound into pieces at its pauses. */
export type Segmenter = {
  /**
   * @param o.fromMs start, for a resumed run; default 0
   * @param o.maxMs longest piece
   * @param o.minMs shortest piece, where the sound permits
   * @returns pieces in order, without long digital silence, and without what is known to be no speech; none when nothing
   *   is left
   */
  pieces(wavPath: string, o: { fromMs?: number; maxMs: number; minMs: number; signal?: AbortSignal }): Promise<Piece[]>
}

/** Progress of a model download, in bytes. */
export type ModelProgress = (done: number, total: number) => void

/** The state of a catalogue model on this machine. */
export type ModelStatus = {
  readonly id: string
  readonly label: string
  /** What a model that recognises no words is for, and what happens without it; null for the others. */
  readonly purpose: string | null
  /** Languages it recognises, as ISO 639 codes; empty if it recognises no words. */
  readonly languages: readonly string[]
  readonly installed: boolean
  /** Size of the download, in bytes. */
  readonly bytes: number
  readonly licence: string
  /** Where the model is published. */
  readonly source: string
  /** Why a model that looks installed is not used. */
  readonly problem: string | null
}

/** Stores the weights of neural models on disk. */
export type ModelStore = {
  /**
   * Downloads a model unless it is installed, and verifies every byte.
   * @returns its directory
   * @throws AppError `unavailable` with a message for the operator; the partial download stays for the next attempt
   */
  ensure(id: string, o: { signal: AbortSignal; onProgress?: ModelProgress }): Promise<string>
  /** The directory of an installed model, or undefined. */
  directoryOf(id: string): Promise<string | undefined>
  status(): Promise<ModelStatus[]>
  /** Removes a model and any partial download. */
  remove(id: string): Promise<void>
}

/** An engine failed on this sound; another one may succeed. The message is for the log. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
}
