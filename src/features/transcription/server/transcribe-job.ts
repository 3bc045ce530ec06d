import { z } from 'zod'
import { audioOf } from '#features/media/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob, type Job, type JobIo } from '#platform/server/jobs.ts'
import type { Transcribed, TranscriptionJobDeps } from './deps.ts'
import { endRun, findRun, lockUnfinished, type Run, sourceOf, updateRun } from './runs.ts'
import { timeOwnWords } from './time-own-words.ts'
import { transcribeSpeech } from './transcribe-speech.ts'
import { withWav } from './wav.ts'

const payload = z.object({ transcriptionId: z.uuid(), projectId: z.uuid() })

/** What a run is queued as. */
export const TRANSCRIBE = { name: 'transcription.transcribe', payload, attempts: 5 } as const

/** The key under which a run's credits are held. */
export function holdKey(transcriptionId: string): string {
  return `transcription:${transcriptionId}`
}

/**
 * Finds or times the words of one run.
 *
 * Safe to run twice: heard pieces are stored as they come and a new worker goes on after the last one; a run that has
 * ended is left alone. The credits were held when it was queued; the transaction that ends it spends or frees them.
 */
export function transcribeJob(deps: TranscriptionJobDeps): Job<z.output<typeof payload>> {
  return defineJob({
    ...TRANSCRIBE,

    async run({ transcriptionId }, io) {
      const run = await findRun(deps.db, transcriptionId)
      if (run === undefined) return transaction(deps.db, (tx) => freeHold(tx, deps, transcriptionId))
      if (run.state === 'done' || run.state === 'failed' || run.state === 'cancelled') return
      await updateRun(deps.db, deps.events, run, { state: 'running' })
      const transcribed = await perform(deps, run, io)
      io.signal.throwIfAborted()
      await transaction(deps.db, (tx) => finish(tx, deps, run, transcribed))
    },

    async giveUp({ transcriptionId, projectId }, reason, { tx, problem }) {
      const run = await lockUnfinished(tx, transcriptionId)
      await freeHold(tx, deps, transcriptionId)
      if (run === undefined) return
      const note = problem === null ? {} : { note: problem }
      await endRun(tx, deps.events, { id: transcriptionId, projectId }, { state: reason, at: deps.now(), ...note })
    },
  })
}

/** However it ends: of a removed project the hold is all that is left. One that was settled stays as it is. */
async function freeHold(tx: Tx, { ledger }: TranscriptionJobDeps, transcriptionId: string): Promise<void> {
  await ledger.release(tx, { key: holdKey(transcriptionId) })
}

async function perform(deps: TranscriptionJobDeps, run: Run, io: JobIo): Promise<Omit<Transcribed, 'projectId'>> {
  const { signal, progress } = io
  return withLocal(deps.files, { key: audioOf({ id: run.projectId }), signal }, async (wavPath) => {
    const durationMs = await withWav(wavPath, async (wav) => wav.durationMs)
    const work = { wavPath, durationMs, signal, progress }
    const source = await sourceOf(deps.db, run)
    if (source.kind === 'speech') return transcribeSpeech(deps, run, work)
    return timeOwnWords(deps, run, { ...work, source })
  })
}

/** All of it or nothing: the words, the charge and the end of the run. */
async function finish(
  tx: Tx,
  deps: TranscriptionJobDeps,
  run: Run,
  transcribed: Omit<Transcribed, 'projectId'>,
): Promise<void> {
  if ((await lockUnfinished(tx, run.id)) === undefined) return freeHold(tx, deps, run.id)
  await deps.ledger.capture(tx, { key: holdKey(run.id) })
  await deps.onTranscribed(tx, { projectId: run.projectId, ...transcribed })
  await endRun(tx, deps.events, run, { state: 'done', language: transcribed.language, at: deps.now() })
}
