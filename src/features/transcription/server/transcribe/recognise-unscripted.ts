import type { Span } from '../../model/interpolate.ts'
import { draftSentences } from '../../model/draft-sentences.ts'
import { repairWords } from '../../model/repair-words.ts'
import type { RecognisedPassage } from '../../model/said-otherwise.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { TranscriptionJobDeps } from '../deps.ts'
import { glossaryOf } from '../glossary/apply-to-run.ts'
import { EngineFailure, type FollowedScript, type Piece, type SpeechEngine, type WorkIo } from '../ports.ts'
import type { Run } from '../run-rows.ts'
import type { SoundWork } from './sound-work.ts'

/** Limits of the work for one script. */
const MOST_PASSAGES = 40
const MOST_SOUND_MS = 180_000
/** Shortest piece to recognise, in milliseconds. */
const SHORTEST_PIECE_MS = 400
const MEMORY_MB = 3_072
/** Mean probability of the words below which nothing was understood, as in music and laughter. */
const LEAST_CONFIDENCE = 0.35

/**
 * Recognises what is said but not in the script, with the best local engine: the creator
 * of a script does not expect its sound to leave the machine. Never fails the run: without an engine there are no words.
 * @param spans where something is said that is not in the script; of very many, the first ones are recognised
 * @returns each passage in which words were understood
 */
export async function recogniseUnscripted(
  deps: TranscriptionJobDeps,
  run: Run,
  {
    spans,
    language,
    wavPath,
    durationMs,
    signal,
  }: SoundWork & { spans: FollowedScript['unscripted']; language: string },
): Promise<RecognisedPassage[]> {
  const chosen = affordable(spans)
  if (chosen.length === 0) return []
  const { engines } = await deps.speech.engines.candidates(language, durationMs)
  const engine = engines.find(({ elsewhere }) => elsewhere === undefined)
  if (engine === undefined) return []
  try {
    const io = { signal, threads: deps.threads, memoryLimitMb: MEMORY_MB }
    const names = (await glossaryOf(deps.db, run.projectId)).map(({ write }) => write)
    const pieces = await piecesWithin(deps, engine, { spans: chosen, wavPath, signal })
    const words = await recogniseWords(engine, { wavPath, pieces, language, names }, io)
    return chosen.flatMap((span): RecognisedPassage[] => {
      const within = words.filter((word) => isIn(word, span))
      const understoodWords = understood(engine, within, durationMs)
      if (understoodWords.length === 0) return []
      return [{ words: understoodWords, ...(span.insteadOf && { insteadOf: span.insteadOf }) }]
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EngineFailure)) throw error
    deps.log.warn({ err: error, engine: engine.id }, 'could not recognise what is not in the script')
    return []
  }
}

function affordable(spans: FollowedScript['unscripted']): FollowedScript['unscripted'] {
  let soundMs = 0
  return spans.slice(0, MOST_PASSAGES).filter(({ startMs, endMs }) => (soundMs += endMs - startMs) <= MOST_SOUND_MS)
}

/** The parts of the spans between good places to cut, none too long for the engine. */
async function piecesWithin(
  { speech }: TranscriptionJobDeps,
  engine: SpeechEngine,
  { spans, wavPath, signal }: { spans: readonly Span[]; wavPath: string; signal: AbortSignal },
): Promise<Piece[]> {
  const [maxMs, minMs] = [engine.maxPieceMs, engine.maxPieceMs / 3]
  const cut = await speech.segmenter.pieces(wavPath, { maxMs, minMs, signal })
  return spans.flatMap((span) =>
    cut
      .map(({ startMs, endMs }) => ({
        startMs: Math.max(startMs, span.startMs),
        endMs: Math.min(endMs, span.endMs),
      }))
      .filter(({ startMs, endMs }) => endMs - startMs >= SHORTEST_PIECE_MS),
  )
}

async function recogniseWords(
  engine: SpeechEngine,
  job: Parameters<SpeechEngine['transcribe']>[0],
  io: WorkIo,
): Promise<SpokenWord[]> {
  const words: SpokenWord[] = []
  if (job.pieces.length === 0) return words
  for await (const recognised of engine.transcribe(job, io)) words.push(...recognised.words)
  return words
}

function understood({ bareWords }: SpeechEngine, words: readonly SpokenWord[], durationMs: number): SpokenWord[] {
  const rated = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))
  const mean = rated.reduce((sum, each) => sum + each, 0) / Math.max(1, rated.length)
  if (words.length === 0 || (rated.length > 0 && mean < LEAST_CONFIDENCE)) return []
  const repaired = repairWords(words, { durationMs })
  return bareWords ? draftSentences(repaired) : repaired
}

function isIn({ startMs, endMs }: SpokenWord, span: Span): boolean {
  const middle = (startMs + endMs) / 2
  return middle >= span.startMs && middle < span.endMs
}
