import { type Credits, credits } from '#features/credits/model/index.ts'
import {
  listVisibleProjects,
  lockProject,
  requireProject,
  type StoredProject,
  streamWhileAllowed,
} from '#features/media/server/index.ts'
import { sqlState, transaction, type Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { answerInputBody, authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatDuration } from '#platform/shared/format/durations.ts'
import { captionPrice } from '../model/caption-price.ts'
import { type StartAnyway, type Transcription, transcriptionContract } from '../model/contract.ts'
import { isOtherText } from '../model/script-fit.ts'
import type { SavedLookCopy, TranscriptionDeps } from './deps.ts'
import { noEngineFor } from './engine-choice.ts'
import { needsSound, packStart, type PackedSource, type PackedStart, readStartTask } from './packed-source.ts'
import { checkOwnWords } from './read-own-words.ts'
import { findRun, insertRun, listNewestRuns, newestRun, type Run, sourceOf, viewOf } from './run-rows.ts'
import { ownWordsLabel } from './time-own-words.ts'
import { holdKey, TRANSCRIBE } from './transcribe-job.ts'
import { openRunReads, watchRun } from './watch-run.ts'

const UNIQUE_VIOLATION = '23505'
const NO_SOUND = 'This video has no sound, so there is nothing to transcribe. Type its captions in the editor instead.'
const NOT_READY = 'This video is still being checked. Captions can start in a moment.'
/** Typical time to caption a short video. */
const RETRY_AFTER_S = 60
/** Parsing takes a fraction of a second; the rest allows for the slow start of a thread on a busy machine. */
const READ_TIMEOUT_MS = 10_000
const TOO_LONG = 'This text took too long to read. Split it into shorter parts, or remove what is not spoken.'
const DECIDED = 'Another run of this video has started since. Reload the page.'
const AT_WORK = 'Captions for this video are already being made.'

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

    quote: rpc.quote.handler(async ({ context, input }) => {
      const { userId } = context.caller
      const project = await requireProject(db, input.projectId, userId, 'view')
      const [{ available }, engines] = await Promise.all([
        deps.ledger.balance(db, project.ownerId),
        deps.speech.engines.available(),
      ])
      const durationMs = project.probe?.durationMs ?? 0
      const price = captionPrice(durationMs)
      return {
        credits: price,
        enough: available >= price,
        // A collaborator must not learn the owner's balance.
        available: project.ownerId === userId ? Math.max(0, available) : null,
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
      const run = await newestRun(db, input.projectId)
      if (run === undefined) throw new AppError('not_found', 'Nothing is being transcribed for this video.')
      await transaction(db, (tx) => deps.jobs.cancel(tx, run.jobId))
      return viewOf(run)
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
  const asked = { ...input, language: run.askedLanguage, source: await sourceOf(deps.db, run), anyFit: true }
  return startRun(deps, asked, caller)
}

/** Starts a run with a long text, whose request is parsed in a worker thread. */
function readAndStart(deps: TranscriptionDeps) {
  return answerInputBody(async (body, caller) => {
    const limits = { account: caller.userId, timeoutMs: READ_TIMEOUT_MS, tooSlow: TOO_LONG }
    return startRun(deps, await deps.threadPool.run(readStartTask, body, limits), caller)
  })
}

async function startRun(
  deps: TranscriptionDeps,
  asked: PackedStart & { anyFit?: boolean },
  { userId }: Caller,
): Promise<Transcription> {
  const project = await requireProject(deps.db, asked.projectId, userId, 'edit')
  if (asked.template !== undefined) deps.checkTemplate(asked.template)
  const look = asked.look === undefined ? undefined : await deps.copyLook(userId, asked.look)
  const known = { ...asked, look, project, userId, durationMs: readyDuration(project, asked.source) }
  // Cheap refusals come before reading the text; `start` repeats them in its transaction.
  await refuseBusyOrShort(deps, known)
  return viewOf(await start(deps, { ...known, engineLabel: await labelFor(deps, known) }))
}

/**
 * The measured length of a video that may be transcribed: it is prepared, or it is being prepared and has sound.
 * @throws AppError `conflict` before that, `unsupported_media` without the sound that it needs
 */
function readyDuration({ stage, probe, copiedFrom }: StoredProject, source: PackedSource): number {
  if (probe?.audio === null && needsSound(source)) throw new AppError('unsupported_media', NO_SOUND)
  // A silent video gets its empty captions once it is prepared, and a copy those of its original.
  const mayBegin = stage === 'prepared' || (stage === 'preparing' && probe?.audio && copiedFrom === null)
  if (!mayBegin || probe === null) throw new AppError('conflict', NOT_READY)
  return probe.durationMs
}

/** Locks the video, so that a concurrent refusal or removal finds the run that this transaction starts. */
async function lockReady(tx: Tx, { project, source }: Start): Promise<void> {
  const now = await lockProject(tx, project.id)
  if (now === undefined) throw new AppError('not_found', 'Project not found')
  readyDuration(now, source)
}

/** The label of the engine for a run; refuses before any credits move when there is no engine. */
async function labelFor(
  deps: TranscriptionDeps,
  { source, language, userId, durationMs }: Pick<Start, 'source' | 'language' | 'userId' | 'durationMs'>,
): Promise<string> {
  if (source.kind !== 'speech') {
    await checkOwnWords(deps, source, { language, account: userId, durationMs })
    return ownWordsLabel(source)
  }
  const [best] = (await deps.speech.engines.candidates(language)).engines
  if (best === undefined) throw new AppError('unsupported_media', noEngineFor(language))
  return best.label
}

/** @throws AppError `conflict` while a run is active, `insufficient_credits` when the owner has too few */
async function refuseBusyOrShort({ db, ledger }: TranscriptionDeps, o: Omit<Start, 'engineLabel'>): Promise<void> {
  refuseWhileAtWork(await newestRun(db, o.project.id))
  const required = priceOf(o)
  if (required === 0) return
  const { available: current } = await ledger.balance(db, o.project.ownerId)
  if (current >= required) return
  if (o.userId !== o.project.ownerId) throw ownerIsShort(required)
  throw new AppError('insufficient_credits', 'Insufficient credits', { current, required })
}

function refuseWhileAtWork(last: Run | undefined): void {
  if (last?.state === 'queued' || last?.state === 'running') throw new AppError('conflict', AT_WORK)
}

/** @throws AppError `too_many_requests` when the owner has reached the plan's limit of queued and running runs */
async function refuseFullLine(tx: Tx, deps: TranscriptionDeps, { project: { ownerId }, userId }: Start): Promise<void> {
  const inLine = await deps.jobs.countUnfinished(tx, { name: TRANSCRIBE.name, ownerId })
  const limit = await deps.jobsInLine(tx, ownerId)
  if (inLine < limit) return
  const [whose, their] = userId === ownerId ? ['your', 'your'] : ["the owner's", 'their']
  const message = `Captions for ${limit} of ${whose} videos are already being made, the limit of ${their} account. Start these when one of them is ready.`
  throw new AppError('too_many_requests', message, { limit, retryAfterSeconds: RETRY_AFTER_S })
}

/** Captions that keep the times of their file cost nothing (product §1). */
function priceOf({ source, durationMs }: Pick<Start, 'source' | 'durationMs'>): Credits {
  return needsSound(source) ? captionPrice(durationMs) : credits(0)
}

/** Holds the price from the owner's credits, even for a collaborator; the credit history names the requester. */
async function holdPrice(
  tx: Tx,
  { ledger }: Pick<TranscriptionDeps, 'ledger'>,
  o: Start & { transcriptionId: string; price: Credits },
): Promise<void> {
  const { project, userId, transcriptionId } = o
  await ledger.hold(tx, {
    userId: project.ownerId,
    amount: o.price,
    key: holdKey(transcriptionId),
    reference: transcriptionId,
    reason: `Captions for ${project.title}, ${formatDuration(o.durationMs)}`,
    ...(userId !== project.ownerId && { actorId: userId }),
  })
}

function isShort(error: unknown): boolean {
  return error instanceof AppError && error.code === 'insufficient_credits'
}

/** Refusal for a collaborator: states the price, not the owner's balance. */
function ownerIsShort(required: number): AppError {
  return new AppError('insufficient_credits', 'The owner of this video does not have enough credits.', { required })
}

type Start = {
  readonly project: StoredProject
  readonly durationMs: number
  readonly engineLabel: string
  readonly language: string
  readonly source: PackedSource
  /** Of new captions; default: the usual one. */
  readonly template?: string | undefined
  readonly look: SavedLookCopy | undefined
  /** True for words that the creator uses however they fit the sound. Default: false. */
  readonly anyFit?: boolean
  /** The user who starts the run; the owner pays in any case. */
  readonly userId: string
}

/** Creates the hold, the run and its job in one transaction. */
async function start(deps: TranscriptionDeps, o: Start): Promise<Run> {
  const { project, source } = o
  const id = deps.newId()
  const price = priceOf(o)
  try {
    return await transaction(deps.db, async (tx) => {
      await lockReady(tx, o)
      refuseWhileAtWork(await newestRun(tx, project.id))
      await refuseFullLine(tx, deps, o)
      if (price > 0) await holdPrice(tx, deps, { ...o, transcriptionId: id, price })
      const subject = { ownerId: project.ownerId, subjectId: project.id }
      const order = { transcriptionId: id, projectId: project.id, template: o.template, look: o.look }
      const jobId = await deps.jobs.enqueue(tx, TRANSCRIBE, order, subject)
      const run = {
        id,
        projectId: project.id,
        jobId,
        askedLanguage: o.language,
        source,
        engineLabel: o.engineLabel,
        credits: price,
        anyFit: o.anyFit === true,
        createdAt: deps.now(),
      }
      await insertRun(tx, run)
      const stored = await findRun(tx, id)
      if (stored === undefined) throw new Error(`the run ${id} was not stored`)
      return stored
    })
  } catch (error) {
    if (isShort(error) && o.userId !== project.ownerId) throw ownerIsShort(price)
    // Concurrent requests: the unique index admits one of them.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new AppError('conflict', AT_WORK)
    throw error
  }
}
