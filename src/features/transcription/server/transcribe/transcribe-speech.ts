import { transaction } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { draftSentences } from '../../model/draft-sentences.ts'
import { baseLanguage, UNKNOWN_LANGUAGE } from '../../model/language.ts'
import { repairWords } from '../../model/repair-words.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { TranscriptionJobDeps, Transcribed } from '../deps.ts'
import { type Candidates, noEngineFor } from '../engines/engine-choice.ts'
import { addMeasurement } from '../engines/engine-speed-rows.ts'
import { glossaryOf, writeByGlossary } from '../glossary/apply-to-run.ts'
import { noSpeech } from './no-speech.ts'
import { EngineFailure, type RecognisedPiece, type SpeechEngine, type WorkIo } from '../ports.ts'
import { addPiece, forgetPieces, lockUnfinished, piecesOf, recognisedUntil, type Run, updateRun } from '../run-rows.ts'
import { writeSentences } from '../punctuation/write-sentences.ts'
import type { SoundWork } from './sound-work.ts'
import { findSpeakers } from '../speakers/find-speakers.ts'

/** Shortest piece, in milliseconds: engines need some context. */
const MIN_PIECE_MS = 3_000
/** Memory limit of one run's processes, in MiB, as the largest model needs. */
const MEMORY_MB = 3_072
/** Recognition's share of the progress; the rest is the refinement of word edges, and telling speakers apart. */
const RECOGNITION_SHARE = 0.95
const SHARE_BEFORE_SPEAKERS = 0.8

const DIFFERS = 'The sound that your browser sent first was not used, so listening started again with the video.'
const INSTEAD = 'paste your script or start with empty captions'

/**
 * Recognises speech piece by piece and resumes where an earlier worker stopped. If an engine fails, the next best one
 * starts over and the run's note tells the owner.
 * @throws AppError `unprocessable` 'No speech found …', and `unavailable` when every engine failed
 */
export async function transcribeSpeech(
  deps: TranscriptionJobDeps,
  run: Run,
  work: SoundWork,
): Promise<Omit<Transcribed, 'projectId'>> {
  const speakers = (await deps.speech.speakers.isReady()) ? work.speakers : 'off'
  return withEngines(deps, run, { ...work, speakers }, (on) => recogniseWith(deps, run, on))
}

/** Recognises pieces as `transcribeSpeech` does, which continues after them. @throws AppError `unavailable` */
export async function recogniseAhead(deps: TranscriptionJobDeps, run: Run, work: SoundWork): Promise<void> {
  await withEngines(deps, run, work, (on) => storePieces(deps, run, on))
}

async function withEngines<Result>(
  deps: TranscriptionJobDeps,
  run: Run,
  work: SoundWork,
  recognise: (on: EngineRun) => Promise<Result>,
): Promise<Result> {
  const { engines, language, note } = await candidatesFor(deps, run, work)
  if (engines.length === 0) throw new AppError('unsupported_media', noEngineFor(run.askedLanguage))
  const given = new Map<SpeechEngine, string>()
  for (const engine of continued(engines, run)) {
    const notes = [note, run.earlySound === 'discarded' ? DIFFERS : null, ...given.values()]
      .filter((sentence) => sentence !== null)
      .join(' ')
    await begin(deps, run, { engine, note: notes === '' ? null : notes })
    try {
      return await recognise({ ...work, engine, language })
    } catch (error) {
      work.signal.throwIfAborted()
      if (!(error instanceof EngineFailure)) throw error
      deps.log.warn({ err: error, engine: engine.id }, 'a speech engine failed; trying the next one')
      given.set(engine, `${engine.label} could not be used for this video.`)
    }
  }
  throw new AppError(
    'unavailable',
    'Speech recognition failed for this video, so nothing was charged. Please try again, or paste your script instead.',
  )
}

/** The sound goes to another machine only if the run was started with that engine: its creator was informed. */
async function candidatesFor(
  { speech }: TranscriptionJobDeps,
  run: Run,
  { durationMs }: SoundWork,
): Promise<Candidates> {
  const found = await speech.engines.candidates(run.askedLanguage, durationMs)
  const engines = found.engines.filter(({ elsewhere, label }) => elsewhere === undefined || label === run.engineLabel)
  return { ...found, engines }
}

/** A resumed run continues with its first engine, if that still works. */
function continued(engines: readonly SpeechEngine[], { engineLabel, progress }: Run): readonly SpeechEngine[] {
  const at = engines.findIndex(({ label }) => label === engineLabel)
  return progress > 0 && at > 0 ? engines.slice(at) : engines
}

/** Drops the pieces of another engine: one transcript must not mix two writing styles. */
async function begin(
  deps: TranscriptionJobDeps,
  run: Run,
  { engine, note }: { engine: SpeechEngine; note: string | null },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const now = await lockUnfinished(tx, run.id)
    if (now === undefined) return
    if (now.engineLabel !== engine.label) await forgetPieces(tx, run.id)
    await updateRun(tx, deps.events, run, { engineLabel: engine.label, note, firstWords: null })
  })
}

type EngineRun = SoundWork & { readonly engine: SpeechEngine; readonly language: string }

async function recogniseWith(
  deps: TranscriptionJobDeps,
  run: Run,
  work: EngineRun,
): Promise<Omit<Transcribed, 'projectId'>> {
  const { engine } = work
  const languages = await storePieces(deps, run, work)
  const language = mostFrequent(languages) ?? baseLanguage(run.language)
  const words = await glossaryWords(deps, run, { ...work, language })
  const found = await findSpeakers(deps, run, { ...work, words, from: SHARE_BEFORE_SPEAKERS })
  const credits = [engine.attribution, found.attribution].filter((each) => each !== null)
  return {
    words: found.words,
    language,
    engine: engine.id,
    model: await versionOf(engine),
    attribution: credits.length === 0 ? null : credits.join('. '),
  }
}

/** Recognises what follows the stored pieces. @returns the number of words in each language */
async function storePieces(
  deps: TranscriptionJobDeps,
  run: Run,
  work: EngineRun,
): Promise<ReadonlyMap<string, number>> {
  const { engine, wavPath, signal } = work
  const before = await piecesOf(deps.db, run.id)
  const pieces = await deps.speech.segmenter.pieces(wavPath, {
    fromMs: recognisedUntil(before),
    maxMs: engine.maxPieceMs,
    minMs: Math.min(MIN_PIECE_MS, engine.maxPieceMs / 3),
    signal,
  })
  const languages = new Map<string, number>()
  // Nothing is left, as after an early sound: an engine would load its model for nothing.
  if (pieces.length === 0) return languages
  const io: WorkIo = { signal, threads: deps.threads, memoryLimitMb: MEMORY_MB }
  const names = (await glossaryOf(deps.db, run.projectId)).map(({ write }) => write)
  let place = before.length
  let [soundMs, workMs, since] = [0, 0, performance.now()]
  const job = { wavPath, pieces, language: work.language, names, showsFirstWords: before.length === 0 }
  for await (const recognised of engine.transcribe(job, io)) {
    if (recognised.isProvisional === true) {
      soundMs += recognised.piece.endMs - recognised.piece.startMs
      await updateRun(deps.db, deps.events, run, { firstWords: punctuateFirstWords(engine, recognised.words) })
      continue
    }
    workMs += performance.now() - since
    soundMs += recognised.piece.endMs - recognised.piece.startMs
    await storePiece(deps, run, { recognised, place, work })
    languages.set(recognised.language, (languages.get(recognised.language) ?? 0) + recognised.words.length)
    place += 1
    since = performance.now()
  }
  const measured = { engine: engine.id, soundMs, workMs: Math.ceil(workMs), at: deps.now() }
  if (soundMs > 0) await addMeasurement(deps.db, measured)
  return languages
}

/** One transaction, so that the page and a resuming worker see the same pieces. */
async function storePiece(
  deps: TranscriptionJobDeps,
  run: Run,
  { recognised, place, work }: { recognised: RecognisedPiece; place: number; work: EngineRun },
): Promise<void> {
  const share = work.speakers === 'off' ? RECOGNITION_SHARE : SHARE_BEFORE_SPEAKERS
  const progress = Math.min(1, (recognised.piece.endMs / Math.max(1, work.durationMs)) * share)
  await transaction(deps.db, async (tx) => {
    if ((await lockUnfinished(tx, run.id)) === undefined) return
    await addPiece(tx, run, { ...recognised, place })
    await updateRun(tx, deps.events, run, {
      progress,
      firstWords: null,
      ...(recognised.words.length > 0 ? { language: recognised.language } : {}),
    })
  })
  work.progress(progress)
}

/** The words as the glossary has them at the end of the run, so that an entry added meanwhile counts. */
async function glossaryWords(deps: TranscriptionJobDeps, run: Run, work: EngineRun): Promise<SpokenWord[]> {
  const words = await finishedWords(deps, run, work)
  const { aligner } = deps.speech
  const entries = await glossaryOf(deps.db, run.projectId)
  return writeByGlossary({ aligner, log: deps.log }, words, { ...work, entries })
}

async function finishedWords(deps: TranscriptionJobDeps, run: Run, work: EngineRun): Promise<SpokenWord[]> {
  const { engine, wavPath, language, durationMs, signal } = work
  const recognised = repairWords(
    (await piecesOf(deps.db, run.id)).flatMap(({ words }) => words),
    { durationMs },
  )
  if (recognised.length === 0) throw noSpeech(INSTEAD)
  const io = { signal, threads: deps.threads, memoryLimitMb: MEMORY_MB }
  const written = engine.bareWords ? await writeSentences(deps, recognised, io) : recognised
  if (!engine.roughEdges || !(await deps.speech.aligner.probe()).ok) return written
  try {
    return await deps.speech.aligner.refine({ wavPath, language, words: written }, io)
  } catch (error) {
    signal.throwIfAborted()
    // Words with rough edges are better than a failed run.
    deps.log.warn({ err: error }, 'could not refine word edges')
    return written
  }
}

function punctuateFirstWords({ bareWords }: SpeechEngine, words: readonly SpokenWord[]): readonly SpokenWord[] {
  return bareWords ? draftSentences(words, { open: true }) : words
}

function mostFrequent(languages: ReadonlyMap<string, number>): string | undefined {
  const [most] = [...languages].toSorted(([, a], [, b]) => b - a)
  return most?.[0]
}

async function versionOf(engine: SpeechEngine): Promise<string> {
  const status = await engine.probe()
  return status.ok ? status.version : UNKNOWN_LANGUAGE
}
