import { projectOf, type StoredProject } from '#features/media/server/index.ts'
import { sqlState, transaction, type Tx } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { captionPrice } from '../model/caption-price.ts'
import { transcriptionContract, type TranscriptionSource } from '../model/contract.ts'
import type { TranscriptionDeps } from './deps.ts'
import { noEngineFor } from './engine-choice.ts'
import { findRun, insertRun, newestRun, type Run, viewOf } from './runs.ts'
import { ownWordsLabel, unitsOf } from './time-own-words.ts'
import { holdKey, TRANSCRIBE } from './transcribe-job.ts'
import { watchRun } from './watch-run.ts'

const UNIQUE_VIOLATION = '23505'
const NO_SOUND = 'This video has no sound, so there is nothing to transcribe. Type its captions in the editor instead.'
const NOT_READY = 'This video is still being prepared. Captions can start in a moment.'
const AT_WORK = 'Captions for this video are being made already.'

/** Implements `transcriptionContract`. */
export function transcriptionProcedures(deps: TranscriptionDeps) {
  const { db } = deps
  const rpc = implementContract(transcriptionContract).use(authed)
  return {
    quote: rpc.quote.handler(async ({ context, input }) => {
      const { userId } = context.caller
      const project = await projectOf(db, input.projectId, userId)
      const [{ available }, engines] = await Promise.all([
        deps.ledger.balance(db, userId),
        deps.speech.engines.available(),
      ])
      const durationMs = project.probe?.durationMs ?? 0
      return {
        credits: captionPrice(durationMs),
        available,
        durationMs,
        hasSound: (project.probe?.audio ?? null) !== null,
        engines: engines.map(({ id, label, quality, languages }) => ({
          id,
          label,
          quality,
          languages: [...languages],
        })),
      }
    }),

    start: rpc.start.handler(async ({ context, input }) => {
      const project = await projectOf(db, input.projectId, context.caller.userId)
      const durationMs = readyDuration(project)
      const engineLabel = await labelFor(deps, input)
      return viewOf(await start(deps, { ...input, project, durationMs, engineLabel }))
    }),

    get: rpc.get.handler(async ({ context, input }) => {
      await projectOf(db, input.projectId, context.caller.userId)
      const run = await newestRun(db, input.projectId)
      return run === undefined ? null : viewOf(run)
    }),

    cancel: rpc.cancel.handler(async ({ context, input }) => {
      await projectOf(db, input.projectId, context.caller.userId)
      const run = await newestRun(db, input.projectId)
      if (run === undefined) throw new AppError('not_found', 'Nothing is being transcribed for this video.')
      await transaction(db, (tx) => deps.jobs.cancel(tx, run.jobId))
      return viewOf(run)
    }),

    watch: rpc.watch.handler(async function* ({ context, input: { projectId }, signal }) {
      await projectOf(db, projectId, context.caller.userId)
      yield* watchRun({ ...deps, bareWords: deps.speech.engines.bareLabels }, projectId, signal)
    }),
  }
}

/** Ends the work on a project that is removed; its credits come back when the job gives up. */
export async function stopTranscribing(
  tx: Tx,
  { jobs }: Pick<TranscriptionDeps, 'jobs'>,
  projectId: string,
): Promise<void> {
  const run = await newestRun(tx, projectId)
  if (run !== undefined) await jobs.cancel(tx, run.jobId)
}

/** @throws AppError `conflict` while it is prepared, `unsupported_media` without sound */
function readyDuration({ stage, probe }: StoredProject): number {
  if (stage !== 'prepared' || probe === null) throw new AppError('conflict', NOT_READY)
  if (probe.audio === null) throw new AppError('unsupported_media', NO_SOUND)
  return probe.durationMs
}

/** What will do it, and a refusal before any credit moves when nothing can. */
async function labelFor(
  { speech }: TranscriptionDeps,
  { source, language }: { source: TranscriptionSource; language: string },
): Promise<string> {
  if (source.kind !== 'speech') {
    unitsOf(source)
    return ownWordsLabel(source)
  }
  const [best] = (await speech.engines.candidates(language)).engines
  if (best === undefined) throw new AppError('unsupported_media', noEngineFor(language))
  return best.label
}

/** '24 s', '3 min 20 s': how long a video is, in the words of the credit history. */
function spokenLength(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
}

/** The hold, the run and its job: all of them or none. */
async function start(
  deps: TranscriptionDeps,
  o: { project: StoredProject; durationMs: number; engineLabel: string; language: string; source: TranscriptionSource },
): Promise<Run> {
  const { project, source } = o
  const id = deps.newId()
  const price = captionPrice(o.durationMs)
  try {
    return await transaction(deps.db, async (tx) => {
      const last = await newestRun(tx, project.id)
      if (last?.state === 'queued' || last?.state === 'running') throw new AppError('conflict', AT_WORK)
      const reason = `Captions for ${project.title}, ${spokenLength(o.durationMs)}`
      await deps.ledger.hold(tx, { userId: project.ownerId, amount: price, key: holdKey(id), reference: id, reason })
      const subject = { ownerId: project.ownerId, subjectId: project.id }
      const jobId = await deps.jobs.enqueue(tx, TRANSCRIBE, { transcriptionId: id, projectId: project.id }, subject)
      const run = {
        id,
        projectId: project.id,
        jobId,
        askedLanguage: o.language,
        source,
        engineLabel: o.engineLabel,
        credits: price,
        createdAt: deps.now(),
      }
      await insertRun(tx, run)
      const stored = await findRun(tx, id)
      if (stored === undefined) throw new Error(`the run ${id} was not stored`)
      return stored
    })
  } catch (error) {
    // Two requests at once: the index lets one of them through.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new AppError('conflict', AT_WORK)
    throw error
  }
}
