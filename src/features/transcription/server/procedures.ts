import { listVisibleProjects, lockProject, requireProject, streamWhileAllowed } from '#features/media/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { answerInputBody, authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { captionPrice } from '../model/caption-price.ts'
import {
  type StartAnyway,
  type Transcription,
  transcriptionContract,
  type TranscriptionQuote,
} from '../model/contract.ts'
import { isOtherText } from '../model/script-fit.ts'
import type { TranscriptionDeps } from './deps.ts'
import { packStart, readStartTask } from './packed-source.ts'
import { listNewestRuns, newestRun, sourceOf, viewOf } from './run-rows.ts'
import { stopRun } from './runs/settle-runs.ts'
import { startRun } from './runs/start-run.ts'
import { LONGEST_SOUND_MS } from './speakers/speaker-finder.ts'
import { openRunReads, watchRun } from './runs/watch-run.ts'

/** Parsing takes a fraction of a second; the rest allows for the slow start of a thread on a busy machine. */
const READ_TIMEOUT_MS = 10_000
const TOO_LONG = 'This text took too long to read. Split it into shorter parts, or remove what is not spoken.'
const IS_MADE = 'The captions of this video are ready, so there is nothing to stop.'
const DECIDED = 'Another run of this video has started since. Reload the page.'

/** Implements `transcriptionContract`. */
export function transcriptionProcedures(deps: TranscriptionDeps) {
  const { db } = deps
  const reads = openRunReads(db)
  const rpc = implementContract(transcriptionContract).use(authed)
  return {
    overview: rpc.overview.handler(async ({ context }) => {
      const runs = await listNewestRuns(db, await listVisibleProjects(db, context.caller.userId))
      return Object.fromEntries(runs.map(({ projectId, ...summary }) => [projectId, summary]))
    }),

    quote: rpc.quote.handler(({ context, input }) => quoteFor(deps, { ...input, userId: context.caller.userId })),

    start: rpc
      .use(readAndStart(deps))
      .start.handler(({ context, input }) => startRun(deps, packStart(input), context.caller)),

    startAnyway: rpc.startAnyway.handler(({ context, input }) => startAnyway(deps, input, context.caller)),

    get: rpc.get.handler(async ({ context, input }) => {
      await requireProject(db, input.projectId, context.caller.userId, 'view')
      const run = await newestRun(db, input.projectId)
      return run === undefined ? null : viewOf(run)
    }),

    cancel: rpc.cancel.handler(async ({ context, input }) => {
      await requireProject(db, input.projectId, context.caller.userId, 'edit')
      return transaction(db, async (tx) => {
        await lockProject(tx, input.projectId)
        if ((await newestRun(tx, input.projectId))?.hasEarlyCaptions === true) throw new AppError('conflict', IS_MADE)
        const run = await stopRun(tx, deps, input.projectId)
        if (run === undefined) throw new AppError('not_found', 'Nothing is being transcribed for this video.')
        return viewOf((await newestRun(tx, input.projectId)) ?? run)
      })
    }),

    watch: rpc.watch.handler(async function* ({ context, input: { projectId }, signal }) {
      const asked = { projectId, userId: context.caller.userId, signal }
      yield* streamWhileAllowed(deps, asked, (left) =>
        watchRun({ ...deps, reads, bareWords: deps.speech.engines.bareLabels }, projectId, left),
      )
    }),
  }
}

/** Starts a run with the words of the newest one, whatever their fit. */
async function startAnyway(
  deps: TranscriptionDeps,
  { transcriptionId, ...input }: StartAnyway,
  caller: Caller,
): Promise<Transcription> {
  await requireProject(deps.db, input.projectId, caller.userId, 'edit')
  const run = await newestRun(deps.db, input.projectId)
  if (run?.id !== transcriptionId || run.fit === null) throw new AppError('conflict', DECIDED)
  if (isOtherText(run.fit)) throw new AppError('unprocessable', run.note ?? DECIDED)
  const asked = {
    ...input,
    language: run.askedLanguage,
    source: await sourceOf(deps.db, run),
    anyFit: true,
    speakers: 'off' as const,
  }
  return startRun(deps, asked, caller)
}

/** Starts a run with a long text, whose request is parsed in a worker thread. */
function readAndStart(deps: TranscriptionDeps) {
  return answerInputBody(async (body, caller) => {
    const limits = { account: caller.userId, timeoutMs: READ_TIMEOUT_MS, tooSlow: TOO_LONG }
    return startRun(deps, await deps.threadPool.run(readStartTask, body, limits), caller)
  })
}

/** The price of captions for a video, and the engines that can make them. */
async function quoteFor(
  deps: TranscriptionDeps,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<TranscriptionQuote> {
  const { db, ledger, speech } = deps
  const { ownerId, probe } = await requireProject(db, projectId, userId, 'view')
  const durationMs = probe?.durationMs ?? 0
  const [{ available }, engines, limitLeft, coming, canTell] = await Promise.all([
    ledger.balance(db, ownerId),
    speech.engines.available(durationMs),
    deps.creditsLeftFor(db, { ownerId, userId }),
    deps.comingModel(db),
    speech.speakers.isReady(),
  ])
  const price = captionPrice(durationMs)
  return {
    credits: price,
    enough: available >= price,
    // A collaborator must not learn the owner's balance.
    available: ownerId === userId ? Math.max(0, available) : null,
    limitLeft,
    durationMs,
    hasSound: probe?.audio !== null,
    engines: engines.map(({ engine: { id, label, quality, languages, elsewhere }, defaultFor }) => ({
      id,
      label,
      quality,
      languages: [...languages],
      host: elsewhere?.host ?? null,
      defaultFor: [...defaultFor],
    })),
    coming,
    speakers: canTell ? (durationMs > LONGEST_SOUND_MS ? 'too_long' : 'ready') : 'missing',
  }
}
