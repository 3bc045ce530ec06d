import { AppError } from '#platform/shared/errors.ts'
import { withSpeakersOf } from '../../model/subtitle-words.ts'
import { AUTO_LANGUAGE, baseLanguage } from '../../model/language.ts'
import { pairWithScript } from '../../model/said-otherwise.ts'
import { isFit, measureFit } from '../../model/script-fit.ts'
import type { Transcribed, TranscriptionJobDeps } from '../deps.ts'
import { recogniseUnscripted } from './recognise-unscripted.ts'
import { noSpeech } from './no-speech.ts'
import type { PackedOwnWords } from '../packed-source.ts'
import { readOwnWords } from './read-own-words.ts'
import type { Run } from '../run-rows.ts'
import { createProgressReporter } from './progress-reporter.ts'
import type { SoundWork } from './sound-work.ts'

const MEMORY_MB = 1_024
/** Any cut will do to find out whether there is sound at all. */
const PIECES = { maxMs: 30_000, minMs: 3_000 }

/** The engine label of the creator's own words. */
export function ownWordsLabel({ kind }: Pick<PackedOwnWords, 'kind'>): string {
  return kind === 'script' ? 'Your script' : 'Your captions'
}

/**
 * Aligns the creator's own words to the sound.
 * @throws AppError `unavailable` when alignment is not installed, `unprocessable` 'No speech found …'
 */
export async function timeOwnWords(
  deps: TranscriptionJobDeps,
  run: Run,
  work: SoundWork & { source: PackedOwnWords },
): Promise<Omit<Transcribed, 'projectId'>> {
  const { aligner, loudnessSegmenter } = deps.speech
  const status = await aligner.probe()
  if (!status.ok)
    throw new AppError(
      'unavailable',
      'Timing a script needs pocketsphinx, which is not installed on this server; nothing was charged.',
    )
  const sounding = await loudnessSegmenter.pieces(work.wavPath, { ...PIECES, signal: work.signal })
  if (sounding.length === 0) throw noSpeech('upload captions that bring their own times, and keep those')
  const asked = baseLanguage(run.askedLanguage)
  // The acoustic model is English, so English pronunciations are the best guess without a language.
  const language = asked === AUTO_LANGUAGE ? 'en' : asked
  const { units, ...captions } = await readOwnWords(deps, work.source, { language, account: run.projectId })
  const io = {
    signal: work.signal,
    threads: deps.threads,
    memoryLimitMb: MEMORY_MB,
    onProgress: createProgressReporter(deps, run, work),
  }
  const job = { wavPath: work.wavPath, language, units }
  const followed = work.source.kind === 'script' ? await aligner.follow(job, io) : undefined
  const words = followed?.words ?? (await aligner.align(job, io))
  const { unspoken = [], unscripted = [] } = followed ?? {}
  // A run that stops for the creator to decide needs no differences.
  const stops = !run.anyFit && !isFit(measureFit(words, unspoken))
  const heard = await recogniseUnscripted(deps, run, { ...work, spans: stops ? [] : unscripted, language })
  const differing = pairWithScript({ words, unspoken }, heard)
  // The words that the file timed are in `captions` too: these replace them.
  return {
    ...captions,
    language,
    words: withSpeakersOf(words, captions.words),
    ...(unspoken.length > 0 && { unspoken }),
    ...(differing.length > 0 && { unscripted: differing }),
    engine: 'alignment',
    model: `pocketsphinx ${status.version}`,
    attribution: null,
  }
}
