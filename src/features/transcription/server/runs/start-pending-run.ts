import { markSoundDiffers, requireProject, type StoredProject } from '#features/media/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import type { TranscriptionDeps } from '../deps.ts'
import { isShort, type PlaceDeps, placeMeasured, placeRun } from '../transcribe/place-run.ts'
import { checkOwnWords } from '../transcribe/read-own-words.ts'
import { endEarly } from './settle-runs.ts'
import { endRun, lockPending, markPlaced, sourceOf } from '../run-rows.ts'
import { measuredLength } from './start-run.ts'

/** Dependencies of starting a pending run. */
export type StartPendingDeps = PlaceDeps & Pick<TranscriptionDeps, 'events' | 'now' | 'ownWords' | 'threadPool'>

/**
 * Listens to a checked video: starts the run that waited for its length, in the transaction that stores the length. A
 * run that may not start ends with one sentence, and nothing is held or charged.
 */
export async function startPendingRun(tx: Tx, deps: StartPendingDeps, project: StoredProject): Promise<void> {
  const run = await lockPending(tx, project.id)
  if (run === undefined) return
  try {
    const source = await sourceOf(tx, run)
    const durationMs = measuredLength(project, source)
    if (durationMs === null) throw new Error(`project ${project.id} was checked without a length`)
    await requireProject(tx, project.id, run.pending.userId, 'edit')
    const known = { language: run.askedLanguage, account: run.pending.userId, durationMs }
    if (source.kind !== 'speech') await checkOwnWords(deps, source, known)
    const placing = { id: run.id, project, source, durationMs, start: run.pending }
    const isListening = run.earlySound === 'listening'
    const placed =
      run.jobId === null
        ? await placeRun(tx, deps, placing)
        : await placeMeasured(tx, deps, { ...placing, jobId: run.jobId, isListening })
    await markPlaced(tx, deps.events, run, placed)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await endEarly(tx, deps, run)
    // Its captions stay, and are not paid for: the account may not do that often.
    if (run.hasEarlyCaptions) await markSoundDiffers(tx, project.id)
    // A silent video opens with empty captions: that is no failure.
    const state = error.code === 'unsupported_media' ? 'cancelled' : 'failed'
    await endRun(tx, deps.events, run, { state, note: sentenceOf(error), at: deps.now() })
  }
}

/** Collaborators read it too, who must not learn the owner's balance. */
function sentenceOf(error: AppError): string {
  if (!isShort(error)) return `${error.message} Nothing was charged.`
  return `This video costs ${pluralize(Number(error.details['required']), 'credit')}, more than the account has, so nothing was charged.`
}
