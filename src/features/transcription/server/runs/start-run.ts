import { lockProject, requireProject, type StoredProject } from '#features/media/server/index.ts'
import { sqlState, transaction, type Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Transcription } from '../../model/contract.ts'
import type { TranscriptionDeps } from '../deps.ts'
import { arrivedLength } from '../transcribe/early-run.ts'
import { noEngineFor } from '../engines/engine-choice.ts'
import { needsSound, type PackedSource, type PackedStart } from '../packed-source.ts'
import { isShort, ownerIsShort, placeEarly, placeRun, type RunToPlace, priceOf } from '../transcribe/place-run.ts'
import { earlierCut } from './earlier-cut.ts'
import { copyEntries } from '../glossary/entry-rows.ts'
import { checkOwnWords } from '../transcribe/read-own-words.ts'
import { findRun, insertRun, newestRun, type PendingStart, type Run, viewOf } from '../run-rows.ts'
import { ownWordsLabel } from '../transcribe/time-own-words.ts'

const UNIQUE_VIOLATION = '23505'
const NO_SOUND = 'This video has no sound, so there is nothing to transcribe. Type its captions in the editor instead.'
const NOT_READY = 'This video is still being made ready. Captions can start in a moment.'
const AT_WORK = 'Captions for this video are already being made.'

/**
 * Starts a run. While the length of its video is unknown, the run is pending: it starts once the length, and so its
 * price, is measured (start-pending-run.ts).
 */
export async function startRun(
  deps: TranscriptionDeps,
  asked: PackedStart & { anyFit?: boolean },
  { userId }: Caller,
): Promise<Transcription> {
  const project = await requireProject(deps.db, asked.projectId, userId, 'edit')
  if (asked.template !== undefined) deps.checkTemplate(asked.template)
  const cutOf = await earlierCut(deps, asked, { project, userId })
  const look = asked.look === undefined ? undefined : await deps.copyLook(userId, asked.look)
  const start = { userId, template: asked.template, look, speakers: cutOf === null ? asked.speakers : 'off' }
  // Cheap refusals come before reading the text; `store` repeats them in its transaction.
  const durationMs = measuredLength(project, asked.source)
  await refuseBusyOrShort(deps, { ...asked, project, userId, durationMs })
  return viewOf(
    await store(deps, {
      ...asked,
      project,
      start,
      cutOf,
      engineLabel: await labelFor(deps, { ...asked, userId, durationMs }),
    }),
  )
}

/**
 * The measured length of a video that may be transcribed: it is prepared, or it is being prepared and has sound.
 * @returns null while it is not measured yet
 * @throws AppError `conflict` for a video that is not ready, `unsupported_media` without the sound that it needs
 */
export function measuredLength({ stage, probe, copiedFrom }: StoredProject, source: PackedSource): number | null {
  if (probe?.audio === null && needsSound(source)) throw new AppError('unsupported_media', NO_SOUND)
  if (stage === 'uploading' || stage === 'checking') return null
  // A silent video gets its empty captions once it is prepared, and a copy those of its original.
  const mayBegin = stage === 'prepared' || (stage === 'preparing' && probe?.audio && copiedFrom === null)
  if (!mayBegin || probe === null) throw new AppError('conflict', NOT_READY)
  return probe.durationMs
}

type Asked = {
  readonly source: PackedSource
  readonly userId: string
  /** Null while it is not measured. */
  readonly durationMs: number | null
}

/** The label of the engine for a run; refuses before any credits move when there is no engine. */
async function labelFor(
  deps: TranscriptionDeps,
  { source, language, userId, durationMs }: Asked & { language: string },
): Promise<string> {
  if (source.kind !== 'speech') {
    await checkOwnWords(deps, source, { language, account: userId, durationMs })
    return ownWordsLabel(source)
  }
  const [best] = (await deps.speech.engines.candidates(language, durationMs ?? 0)).engines
  if (best === undefined) throw new AppError('unsupported_media', noEngineFor(language))
  return best.label
}

/** @throws AppError `conflict` while a run is active, `insufficient_credits` when the owner has too few */
async function refuseBusyOrShort(
  { db, ledger }: TranscriptionDeps,
  { project, source, userId, durationMs }: Asked & { project: StoredProject },
): Promise<void> {
  refuseWhileAtWork(await newestRun(db, project.id))
  // No video costs less than the shortest one.
  const required = priceOf(source, durationMs ?? 0)
  if (required === 0) return
  const { available: current } = await ledger.balance(db, project.ownerId)
  if (current >= required) return
  if (userId !== project.ownerId) throw ownerIsShort(required)
  throw new AppError('insufficient_credits', 'Insufficient credits', { current, required })
}

function refuseWhileAtWork(last: Run | undefined): void {
  if (last?.state === 'pending' || last?.state === 'queued' || last?.state === 'running')
    throw new AppError('conflict', AT_WORK)
}

type Start = {
  readonly project: StoredProject
  readonly engineLabel: string
  readonly language: string
  readonly source: PackedSource
  readonly start: PendingStart
  /** True for words that the creator uses however they fit the sound. Default: false. */
  readonly anyFit?: boolean
  readonly cutOf: string | null
}

/** Creates the hold, the run and its job in one transaction; of a video without a measured length only the run. */
async function store(deps: TranscriptionDeps, o: Start): Promise<Run> {
  const { project, source, start } = o
  try {
    return await transaction(deps.db, async (tx) => {
      const now = await lockVideo(tx, project.id)
      const durationMs = measuredLength(now, source)
      refuseWhileAtWork(await newestRun(tx, project.id))
      const id = deps.newId()
      const placing = { id, project: now, source, start }
      const placed =
        durationMs === null
          ? { ...(await placeUnmeasured(tx, deps, placing)), pending: start }
          : await placeRun(tx, deps, { ...placing, durationMs })
      const { language: askedLanguage, engineLabel, anyFit = false, cutOf } = o
      const asked = { askedLanguage, source, engineLabel, anyFit, cutOf, startedBy: start.userId }
      const run = { id, projectId: project.id, ...asked, createdAt: deps.now() }
      await insertRun(tx, { ...run, ...placed })
      // The names of the earlier cut help to recognise them again.
      if (cutOf !== null) await copyEntries(tx, deps, { from: cutOf, to: project.id })
      const stored = await findRun(tx, id)
      if (stored === undefined) throw new Error(`the run ${id} was not stored`)
      return stored
    })
  } catch (error) {
    if (isShort(error) && start.userId !== project.ownerId) throw ownerIsShort(Number(error.details['required']))
    // Concurrent requests: the unique index admits one of them.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new AppError('conflict', AT_WORK)
    throw error
  }
}

/** Begins with the sound, if that arrived before the video; otherwise nothing is queued or held yet. */
async function placeUnmeasured(tx: Tx, deps: TranscriptionDeps, o: Omit<RunToPlace, 'durationMs'>) {
  const durationMs = o.source.kind === 'speech' ? await arrivedLength(tx, o.project.id) : null
  return durationMs === null ? { jobId: null, credits: 0 } : placeEarly(tx, deps, { ...o, durationMs })
}

/** Locks the video, so that a concurrent check, refusal or removal finds the run that this transaction stores. */
async function lockVideo(tx: Tx, projectId: string): Promise<StoredProject> {
  const project = await lockProject(tx, projectId)
  if (project === undefined) throw new AppError('not_found', 'Project not found')
  return project
}
