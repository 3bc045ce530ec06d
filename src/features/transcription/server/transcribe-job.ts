import { z } from 'zod'
import { audioOf } from '#features/media/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { defineJob, type Job, type JobIo } from '#platform/server/jobs.ts'
import type { Transcribed, TranscriptionJobDeps } from './deps.ts'
import { endRun, findRun, lockUnfinished, type Run, sourceOf, updateRun } from './run-rows.ts'
import { timeOwnWords } from './time-own-words.ts'
import { transcribeSpeech } from './transcribe-speech.ts'
import { withWav } from './wav.ts'

const payload = z.object({ transcriptionId: z.uuid(), projectId: z.uuid() })

/** Payload of the queued run. */
export const TRANSCRIBE = { name: 'transcription.transcribe', payload, attempts: 5 } as const

/** The key of a run's credit hold. */
export function holdKey(transcriptionId: string): string {
  return `transcription:${transcriptionId}`
}

/**
 * Recognises or aligns the words of one run.
 *
 * Safe to run twice: pieces are stored as they arrive, a new worker continues after the last one, and an ended run is
 * left alone. Credits are held when the run is queued; the transaction that ends it captures or releases them.
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

/** Releases the hold, all that is left of a removed project's run. A settled hold stays as it is. */
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

/** Stores the words, captures the credits and ends the run in one transaction. */
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
