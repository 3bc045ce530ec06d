import { withSpeakers } from '../../model/speaker-turns.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { TranscriptionJobDeps } from '../deps.ts'
import { createProgressReporter } from '../transcribe/progress-reporter.ts'
import { findRun, type Run, updateRun } from '../run-rows.ts'
import type { SoundWork } from '../transcribe/sound-work.ts'
import { LONGEST_SOUND_MS, SpeakersFailure } from './speaker-finder.ts'

/** Memory limit of its process, in MiB. */
const MEMORY_MB = 3_072
const TOO_LONG = 'Speakers are distinguished in videos of up to two hours.'
const FAILED = 'The speakers of this video could not be distinguished.'

/**
 * Gives the words of a run their speakers, if its creator wants that. Where it fails, the words stay without them and the
 * run's note says so.
 * @param work.from share of the run's progress that is done before
 */
export async function findSpeakers(
  deps: TranscriptionJobDeps,
  run: Run,
  { words, wavPath, durationMs, signal, speakers, progress, from }: SoundWork & { words: SpokenWord[]; from: number },
): Promise<{ words: SpokenWord[]; attribution: string | null }> {
  const withoutSpeakers = { words, attribution: null }
  if (speakers === 'off') return withoutSpeakers
  if (durationMs > LONGEST_SOUND_MS) return addNote(deps, run, TOO_LONG).then(() => withoutSpeakers)
  const report = createProgressReporter(deps, run, { progress })
  const onProgress = (done: number) => report(from + (1 - from) * done)
  try {
    const io = { signal, threads: deps.threads, memoryLimitMb: MEMORY_MB, onProgress }
    const turns = await deps.speech.speakers.find({ wavPath, count: speakers }, io)
    return { words: withSpeakers(words, turns), attribution: deps.speech.speakers.attribution }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SpeakersFailure)) throw error
    // Words without speakers are better than a failed run.
    deps.log.warn({ err: error }, 'could not distinguish speakers')
    await addNote(deps, run, FAILED)
    return withoutSpeakers
  }
}

async function addNote({ db, events }: TranscriptionJobDeps, run: Run, sentence: string): Promise<void> {
  const note = (await findRun(db, run.id))?.note ?? null
  await updateRun(db, events, run, { note: note === null ? sentence : `${note} ${sentence}` })
}
