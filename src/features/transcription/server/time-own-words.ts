import { AppError } from '#platform/shared/errors.ts'
import { AUTO_LANGUAGE, baseLanguage } from '../model/language.ts'
import { scriptUnits, type TextUnit, writtenWords } from '../model/script.ts'
import { readSubtitles, type SubtitleCue, subtitleUnits } from '../model/subtitles.ts'
import type { TranscriptionSource } from '../model/contract.ts'
import type { ReadDocument, Transcribed, TranscriptionJobDeps } from './deps.ts'
import { type Run, updateRun } from './runs.ts'
import type { SoundWork } from './sound-work.ts'

/** The creator's own words; everything but recognising. */
export type OwnWords = Exclude<TranscriptionSource, { kind: 'speech' }>

const MEMORY_MB = 1_024
/** Progress is stored at most this often, in milliseconds. */
const TELL_EVERY_MS = 500

/** What people read as the engine of the creator's own words. */
export function ownWordsLabel({ kind }: OwnWords): string {
  return kind === 'script' ? 'Your script' : 'Your subtitles'
}

/** The words to be timed, and of captions how many words each of their lines has. */
export type Units = { readonly units: readonly TextUnit[]; readonly lines?: readonly (readonly number[])[] }

/**
 * The words of a script or a caption file.
 * @param o.language BCP 47 tag; finds the words of languages written without spaces
 * @throws AppError `unprocessable` when there are none, saying what to do
 */
export function unitsOf(source: OwnWords, o: { language: string; readDocument: ReadDocument }): Units {
  if (source.kind === 'subtitles') {
    const cues = /^\uFEFF?\s*\{/u.test(source.text) ? o.readDocument(source.text) : readSubtitles(source.text)
    if (cues.length === 0) throw new AppError('unprocessable', 'There are no captions in this file.')
    return { units: subtitleUnits(cues), lines: linesOf(cues, o.language) }
  }
  const units = scriptUnits(source.text)
  if (units.length > 0) return { units }
  throw new AppError('unprocessable', 'This script has no words that can be spoken. Paste what is said in the video.')
}

/**
 * Puts times on the creator's own words.
 * @throws AppError `unavailable` when alignment is not installed
 */
export async function timeOwnWords(
  deps: TranscriptionJobDeps,
  run: Run,
  work: SoundWork & { source: OwnWords },
): Promise<Omit<Transcribed, 'projectId'>> {
  const { aligner } = deps.speech
  const status = await aligner.probe()
  if (!status.ok)
    throw new AppError(
      'unavailable',
      'Timing a script needs pocketsphinx, which is not installed on this server; nothing was charged.',
    )
  const asked = baseLanguage(run.askedLanguage)
  // The acoustic model is English; without a language its pronunciations are the best guess.
  const language = asked === AUTO_LANGUAGE ? 'en' : asked
  const { units, ...lines } = unitsOf(work.source, { language, readDocument: deps.readDocument })
  const words = await aligner.align(
    { wavPath: work.wavPath, language, units },
    {
      signal: work.signal,
      threads: deps.threads,
      memoryLimitMb: MEMORY_MB,
      onProgress: teller(deps, run, work),
    },
  )
  return { language, words, engine: 'alignment', model: `pocketsphinx ${status.version}`, attribution: null, ...lines }
}

/** For each cue, how many words each of its lines has. */
function linesOf(cues: readonly SubtitleCue[], language: string): number[][] {
  return cues.map(({ text }) => text.split('\n').map((line) => writtenWords(line, language).length))
}

function teller(deps: TranscriptionJobDeps, run: Run, work: SoundWork): (done: number) => void {
  let told = Number.NEGATIVE_INFINITY
  return (done) => {
    work.progress(done)
    const now = deps.now().getTime()
    if (now - told < TELL_EVERY_MS) return
    told = now
    updateRun(deps.db, deps.events, run, { progress: Math.min(1, done) }).catch((error: unknown) => {
      deps.log.debug({ err: error }, 'progress of an alignment could not be stored')
    })
  }
}
