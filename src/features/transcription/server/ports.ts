import type { SpokenWord } from '../model/word.ts'
import type { TextUnit } from '../model/script.ts'
import type { Span } from '../model/interpolate.ts'

/** A stretch of the sound that is recognised in one go; whole milliseconds. */
export type Piece = Span

/** What every long piece of speech work is given. */
export type WorkIo = {
  /** Aborting it ends the work and its processes in under 2 s. */
  readonly signal: AbortSignal
  /** Processor cores it may use, 1 or more. */
  readonly threads: number
  /** Resident memory its processes may use, in MiB. */
  readonly memoryLimitMb: number
}

/** One recognised piece; pieces arrive in media order, each once. */
export type HeardPiece = { readonly piece: Piece; readonly words: readonly SpokenWord[]; readonly language: string }

/** What an engine is good for, worst first. */
export type EngineQuality = 'draft' | 'good' | 'best'

/** Whether an engine can work now, and for what. */
export type EngineStatus =
  | { readonly ok: true; readonly version: string; readonly languages: readonly string[] }
  | { readonly ok: false; readonly reason: string }

/** Turns speech into timed words. */
export type SpeechEngine = {
  /** Stable, such as `pocketsphinx` or `parakeet-v2`. */
  readonly id: string
  /** For people: "Draft transcript (English)". */
  readonly label: string
  readonly quality: EngineQuality
  /** Languages it can recognise, as ISO 639 codes. */
  readonly languages: readonly string[]
  /** It can tell the language by itself when asked for `auto`. */
  readonly detectsLanguage: boolean
  /** Longest piece it recognises well, in milliseconds. */
  readonly maxPieceMs: number
  /** It writes bare lower-case words; they need capitals and periods. */
  readonly bareWords: boolean
  /** Its word edges are rough; alignment improves them. */
  readonly roughEdges: boolean
  /** Its model's licence asks for this line beside the result; null when it asks for none. */
  readonly attribution: string | null
  /** Cheap, and asked before every run: an engine that is broken is passed over. */
  probe(): Promise<EngineStatus>
  /**
   * Recognises the pieces one by one.
   * @param job.wavPath 16 kHz mono 16-bit WAV
   * @param job.language an ISO 639 code, or `auto`
   * @throws EngineFailure when it cannot go on; pieces already heard stay heard
   */
  transcribe(
    job: { wavPath: string; pieces: readonly Piece[]; language: string },
    io: WorkIo,
  ): AsyncIterable<HeardPiece>
}

/** Puts times on text that is known. */
export type Aligner = {
  /** Whether alignment can work on this machine. */
  probe(): Promise<EngineStatus>
  /**
   * Times every written word of the units, in order; words that cannot be heard are placed between the others and
   * marked `interpolated`.
   * @returns one word for each written word, sorted, none overlapping; never fewer
   */
  align(job: { wavPath: string; language: string; units: readonly TextUnit[] }, io: AlignIo): Promise<SpokenWord[]>
  /** Moves an engine's word edges to where alignment hears them; words it is not sure about stay. */
  refine(job: { wavPath: string; language: string; words: readonly SpokenWord[] }, io: AlignIo): Promise<SpokenWord[]>
}

/** @param onProgress fraction done, 0 to 1 */
export type AlignIo = WorkIo & { onProgress?(done: number): void }

/** Cuts sound into pieces at its pauses. */
export type Segmenter = {
  /**
   * @param o.fromMs where to begin, for a run that goes on; default 0
   * @param o.maxMs longest piece
   * @param o.minMs shortest piece, where the sound allows it
   * @returns pieces in order; what is left out is digital silence. None at all: there is nothing to hear
   */
  pieces(wavPath: string, o: { fromMs?: number; maxMs: number; minMs: number; signal?: AbortSignal }): Promise<Piece[]>
}

/** How far a model's download is, in bytes. */
export type ModelProgress = (done: number, total: number) => void

/** One model of the catalogue on this machine. */
export type ModelStatus = {
  readonly id: string
  readonly label: string
  readonly installed: boolean
  /** Bytes to download. */
  readonly bytes: number
  /** Why an installed-looking model is not used. */
  readonly problem: string | null
}

/** Keeps the weights of neural models on disk. */
export type ModelStore = {
  /**
   * Downloads a model unless it is there, and checks every byte.
   * @returns its directory
   * @throws AppError `unavailable` with a plain sentence; what was downloaded is kept for the next try
   */
  ensure(id: string, o: { signal: AbortSignal; onProgress?: ModelProgress }): Promise<string>
  /** The directory of an installed model, or undefined. */
  directoryOf(id: string): Promise<string | undefined>
  status(): Promise<ModelStatus[]>
  /** Removes a model and what is left of its download. */
  remove(id: string): Promise<void>
}

/** An engine that cannot go on with this sound; another one may. Its message is for the log. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
}
