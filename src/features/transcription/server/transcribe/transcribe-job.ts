import { audioOf, awaitSound, lockProject } from '#features/media/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob, type Job, type JobIo } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { isFit, isOtherText, measureFit, type ScriptFit } from '../../model/script-fit.ts'
import type { Transcribed, TranscriptionJobDeps } from '../deps.ts'
import { preserveOwnTimes } from './preserve-own-times.ts'
import { earlyHoldKey, holdKey, TRANSCRIBE, type TranscribeOrder } from '../job-definition.ts'
import { confirmEarly, listenEarly } from './early-run.ts'
import { endRun, findRun, lockUnfinished, type Run, sourceOf, updateRun } from '../run-rows.ts'
import { needsSound } from '../packed-source.ts'
import type { SoundWork } from './sound-work.ts'
import { timeOwnWords } from './time-own-words.ts'
import { transcribeSpeech } from './transcribe-speech.ts'
import { withWav } from '../wav.ts'

/**
 * Recognises or aligns the words of one run. A pending run begins with the sound that arrived before its video.
 *
 * Safe to run twice: pieces are stored as they arrive, a new worker continues after the last one, and an ended run is
 * left alone. Credits are held when the run is queued; the transaction that ends it captures or
 * releases them, or the one that ends the preparation of its video (settle-runs.ts).
 */
export function transcribeJob(deps: TranscriptionJobDeps): Job<TranscribeOrder> {
  return defineJob({
    ...TRANSCRIBE,
    urgent: true,

    async run({ transcriptionId, template, look, speakers = 'off' }, io) {
      const begun = await findRun(deps.db, transcriptionId)
      if (begun === undefined) return transaction(deps.db, (tx) => freeHold(tx, deps, transcriptionId))
      if (begun.state === 'done' || begun.state === 'failed' || begun.state === 'cancelled') return
      // Another job continues it: this one had ended with the early sound, and was run again.
      if (begun.jobId !== io.jobId) return
      const run = begun.state === 'pending' ? await listenEarly(deps, begun, { template, look, speakers }, io) : begun
      if (run === undefined) return
      const transcribed = await perform(deps, run, { ...io, speakers })
      io.signal.throwIfAborted()
      const fit = transcribed && (await misfitOf(deps, run, transcribed))
      if (fit !== undefined) return transaction(deps.db, (tx) => endUnfit(tx, deps, run, fit))
      const chosen = { ...(template !== undefined && { template }), ...(look && { look }) }
      await transaction(deps.db, (tx) => finish(tx, deps, run, transcribed && { ...transcribed, ...chosen }))
    },

    async giveUp({ transcriptionId, projectId }, reason, { tx, jobId, problem }) {
      const run = await lockUnfinished(tx, transcriptionId)
      if (run !== undefined && run.jobId !== jobId) return
      await freeHold(tx, deps, transcriptionId)
      if (run === undefined) return
      const note = problem === null ? {} : { note: problem }
      await endRun(tx, deps.events, { id: transcriptionId, projectId }, { state: reason, at: deps.now(), ...note })
    },
  })
}

/** Releases the hold, all that is left of a removed project's run. A settled hold stays as it is. */
async function freeHold(tx: Tx, { ledger }: TranscriptionJobDeps, transcriptionId: string): Promise<void> {
  await ledger.release(tx, { key: holdKey(transcriptionId) })
  await ledger.release(tx, { key: earlyHoldKey(transcriptionId) })
}

/** @returns undefined if the captions of the early sound are those of the video: they may be edited already */
async function perform(
  deps: TranscriptionJobDeps,
  placed: Run,
  { signal, progress, speakers }: JobIo & Pick<SoundWork, 'speakers'>,
): Promise<Omit<Transcribed, 'projectId'> | undefined> {
  const source = await sourceOf(deps.db, placed)
  if (needsSound(source) && !(await awaitSound(deps, placed.projectId, signal)))
    throw new AppError('conflict', 'This video could not be prepared, so nothing was charged.')
  const run = await confirmEarly(deps, placed, signal)
  if (run.hasEarlyCaptions && run.earlySound === 'kept') return undefined
  await updateRun(deps.db, deps.events, run, { state: 'running' })
  if (source.kind !== 'speech' && source.keepsTimes) return preserveOwnTimes(deps, run, source)
  return withLocal(deps.files, { key: audioOf({ id: run.projectId }), signal }, async (wavPath) => {
    const durationMs = await withWav(wavPath, async (wav) => wav.durationMs)
    const work = { wavPath, durationMs, signal, progress, speakers }
    if (source.kind === 'speech') return transcribeSpeech(deps, run, work)
    return timeOwnWords(deps, run, { ...work, source })
  })
}

/** How the creator's own words fit the sound, when that is too little to charge for without asking. */
async function misfitOf(
  deps: TranscriptionJobDeps,
  run: Run,
  { words, unspoken }: Pick<Transcribed, 'words' | 'unspoken'>,
): Promise<ScriptFit | undefined> {
  const source = await sourceOf(deps.db, run)
  if (run.anyFit || source.kind === 'speech' || source.keepsTimes) return undefined
  const fit = measureFit(words, unspoken)
  return isFit(fit) ? undefined : fit
}

/** Releases the credits and keeps the text: the creator decides whether to use it anyway. */
async function endUnfit(tx: Tx, deps: TranscriptionJobDeps, run: Run, fit: ScriptFit): Promise<void> {
  await lockProject(tx, run.projectId)
  const open = await lockUnfinished(tx, run.id)
  await freeHold(tx, deps, run.id)
  if (open === undefined) return
  await endRun(tx, deps.events, run, { state: 'failed', note: noteOfMisfit(fit), fit, at: deps.now() })
}

function noteOfMisfit(fit: ScriptFit): string {
  const found = `${formatNumber(fit.found)} of ${pluralize(fit.total, 'word')} ${fit.found === 1 ? 'was' : 'were'} found in the sound, so nothing was charged.`
  return isOtherText(fit)
    ? `${found} This is not the text of this video, or not in the language that is spoken.`
    : `${found} Whole sentences may be missing, changed or in another order.`
}

/**
 * Stores the words unless they are stored already, captures the credits and ends the run in one transaction. The credits for a video that is still
 * being prepared stay held: it may yet be refused.
 */
async function finish(
  tx: Tx,
  deps: TranscriptionJobDeps,
  run: Run,
  transcribed: Omit<Transcribed, 'projectId'> | undefined,
): Promise<void> {
  // The transaction that prepares, refuses or removes the video waits for this one, and settles what it leaves.
  const project = await lockProject(tx, run.projectId)
  const open = await lockUnfinished(tx, run.id)
  if (open === undefined) return freeHold(tx, deps, run.id)
  if (run.credits > 0 && project?.stage === 'prepared') await deps.ledger.capture(tx, { key: holdKey(run.id) })
  // Read again: the earlier cut may have been deleted since the run began.
  const carried = open.cutOf === null ? {} : { cutOf: open.cutOf }
  if (transcribed !== undefined) await deps.onTranscribed(tx, { projectId: run.projectId, ...transcribed, ...carried })
  const language = transcribed?.language ?? run.language
  const note = noteOfDifferences(transcribed ?? {})
  await endRun(tx, deps.events, run, { state: 'done', language, ...(note !== null && { note }), at: deps.now() })
}

function noteOfDifferences({ unspoken = [], unscripted = [] }: Pick<Transcribed, 'unspoken' | 'unscripted'>) {
  const otherwise = unscripted.flatMap(({ insteadOf }) => insteadOf ?? [])
  const more = unscripted.length - otherwise.length
  const aside = unspoken.length - otherwise.filter(({ from, until }) => from === until).length
  const notes = [
    ...(aside > 0
      ? [
          `${pluralize(aside, 'passage')} of the script ${aside === 1 ? 'is not spoken and was' : 'are not spoken and were'} set aside.`,
        ]
      : []),
    ...(otherwise.length > 0
      ? [`${pluralize(otherwise.length, 'passage')} ${otherwise.length === 1 ? 'differs' : 'differ'} from the script.`]
      : []),
    ...(more > 0 ? [`${pluralize(more, 'passage')} ${more === 1 ? 'is' : 'are'} said but not in the script.`] : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}
