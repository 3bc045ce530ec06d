import {
  type ArrivedSound,
  earlyWavOf,
  findEarlySound,
  isSoundOfVideo,
  lockProject,
  markSoundDiffers,
} from '#features/media/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import type { JobIo } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Transcribed, TranscriptionDeps, TranscriptionJobDeps } from '../deps.ts'
import type { TranscribeOrder } from '../job-definition.ts'
import { isNoSpeech } from './no-speech.ts'
import { type PlaceDeps, placeEarly } from './place-run.ts'
import {
  findRun,
  forgetPieces,
  lockPending,
  lockUnfinished,
  markEarly,
  markEarlyCaptions,
  markSound,
  piecesOf,
  type Run,
  sourceOf,
} from '../run-rows.ts'
import type { SoundWork } from './sound-work.ts'
import { recogniseAhead, transcribeSpeech } from './transcribe-speech.ts'
import { withWav } from '../wav.ts'

/**
 * Listens to a sound that arrived before its video: starts the pending run on it, in the transaction that stores its
 * length. What may not start stays pending, and the check of the video decides.
 */
export async function startEarlyRun(
  tx: Tx,
  deps: PlaceDeps & Pick<TranscriptionDeps, 'events'>,
  { project, durationMs }: ArrivedSound,
): Promise<void> {
  const run = await lockPending(tx, project.id)
  if (run === undefined || run.jobId !== null) return
  const source = await sourceOf(tx, run)
  if (source.kind !== 'speech') return
  try {
    const placed = await placeEarly(tx, deps, { id: run.id, project, source, durationMs, start: run.pending })
    await markEarly(tx, deps.events, run, placed)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** The length of the sound of an unmeasured video, if speech may begin with it; milliseconds. */
export async function arrivedLength(tx: Tx, projectId: string): Promise<number | null> {
  const sound = await findEarlySound(tx, projectId)
  return sound?.state === 'ready' ? sound.durationMs : null
}

/**
 * Recognises the sound that arrived before the video of a pending run, and makes its captions, to be edited while the
 * video is uploaded. Without an announced picture they wait for the video.
 * @returns the run if its video is measured meanwhile, so that this job goes on; undefined if the check will queue the
 *   rest, or the run has ended
 */
export async function listenEarly(
  deps: TranscriptionJobDeps,
  run: Run,
  { template, look, speakers = 'off' }: Pick<TranscribeOrder, 'template' | 'look' | 'speakers'>,
  io: JobIo,
): Promise<Run | undefined> {
  const transcribed = run.earlySound === 'listening' ? await listen(deps, run, { ...io, speakers }) : undefined
  io.signal.throwIfAborted()
  return transaction(deps.db, async (tx) => {
    // In the order of the check, which may be measuring the video right now.
    await lockProject(tx, run.projectId)
    const now = await lockUnfinished(tx, run.id)
    if (now?.state !== 'pending') return now
    if (transcribed === undefined) {
      await markSound(tx, run.id, 'recognised')
      return undefined
    }
    const chosen = { ...(template !== undefined && { template }), ...(look && { look }) }
    const carried = now.cutOf === null ? {} : { cutOf: now.cutOf }
    await deps.onTranscribed(tx, { projectId: run.projectId, ...transcribed, ...chosen, ...carried })
    await markEarlyCaptions(tx, deps.events, run)
    return undefined
  })
}

/** @returns undefined if there is nothing to make captions of yet */
async function listen(
  deps: TranscriptionJobDeps,
  run: Run,
  { signal, progress, speakers }: JobIo & Pick<SoundWork, 'speakers'>,
): Promise<Omit<Transcribed, 'projectId'> | undefined> {
  const key = earlyWavOf({ id: run.projectId })
  const picture = (await findEarlySound(deps.db, run.projectId))?.picture ?? null
  // It is removed after a day: then the video is listened to.
  if ((await deps.files.stat(key)) === undefined) return undefined
  return withLocal(deps.files, { key, signal }, async (wavPath) => {
    const durationMs = await withWav(wavPath, async (wav) => wav.durationMs)
    const work = { wavPath, durationMs, signal, progress, speakers }
    if (picture === null) {
      await recogniseAhead(deps, run, work)
      return undefined
    }
    try {
      return { ...(await transcribeSpeech(deps, run, work)), announced: { ...picture, durationMs } }
    } catch (error) {
      // The sound of the video decides.
      if (isNoSpeech(error)) return undefined
      throw error
    }
  })
}

/**
 * Keeps the pieces and captions of the early sound if it is that of the video, whose sound is stored; otherwise forgets
 * the pieces, and the video is listened to from its beginning.
 */
export async function confirmEarly(deps: TranscriptionJobDeps, run: Run, signal: AbortSignal): Promise<Run> {
  if (run.earlySound !== 'listening' && run.earlySound !== 'recognised') return run
  const isKept =
    (await piecesOf(deps.db, run.id)).length === 0 || (await isSoundOfVideo(deps.files, run.projectId, signal))
  await transaction(deps.db, async (tx) => {
    if ((await lockUnfinished(tx, run.id)) === undefined) return
    await markSound(tx, run.id, isKept ? 'kept' : 'discarded')
    if (isKept) return
    await forgetPieces(tx, run.id)
    await markSoundDiffers(tx, run.projectId)
  })
  return (await findRun(deps.db, run.id)) ?? run
}
