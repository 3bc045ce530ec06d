import { type Credits, credits } from '#features/credits/model/index.ts'
import type { StoredProject } from '#features/media/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { formatDuration } from '#platform/shared/format/durations.ts'
import { captionPrice } from '../../model/caption-price.ts'
import type { TranscriptionDeps } from '../deps.ts'
import { needsSound, type PackedSource } from '../packed-source.ts'
import type { PendingStart } from '../run-rows.ts'
import { earlyHoldKey, holdKey, TRANSCRIBE } from '../job-definition.ts'

/** Typical time to caption a short video. */
const RETRY_AFTER_S = 60

/** Dependencies of queueing a run. */
export type PlaceDeps = Pick<TranscriptionDeps, 'jobs' | 'jobsInLine' | 'ledger' | 'refuseOverLimit'>

/** A run to be queued. */
export type RunToPlace = {
  /** Of the run. */
  readonly id: string
  readonly project: StoredProject
  readonly source: PackedSource
  readonly durationMs: number
  readonly start: PendingStart
}

/**
 * Holds the price of a run and queues its job, in the caller's transaction. A refusal leaves nothing behind.
 * @throws AppError `too_many_requests` when the owner has reached the plan's limit of queued and running runs,
 *   `insufficient_credits` when they have too few, `forbidden` over a collaborator's monthly limit
 */
export async function placeRun(tx: Tx, deps: PlaceDeps, o: RunToPlace): Promise<{ jobId: string; credits: Credits }> {
  const { source, durationMs } = o
  await refuseFullLine(tx, deps, o)
  const price = priceOf(source, durationMs)
  if (price > 0) await holdPrice(tx, deps, { ...o, price, key: holdKey(o.id) })
  return { jobId: await enqueue(tx, deps, o), credits: price }
}

/**
 * Holds the price of the sound that arrived before the video, and queues the job that listens to it. That hold is always
 * released when the video is measured, and its price held instead (`placeMeasured`).
 * @throws AppError as `placeRun`
 */
export async function placeEarly(tx: Tx, deps: PlaceDeps, o: RunToPlace): Promise<{ jobId: string; credits: Credits }> {
  await refuseFullLine(tx, deps, o)
  const price = priceOf(o.source, o.durationMs)
  await holdPrice(tx, deps, { ...o, price, key: earlyHoldKey(o.id) })
  return { jobId: await enqueue(tx, deps, o), credits: price }
}

/**
 * Places a run whose job has begun with the early sound, now that its video is measured: holds the price of the video in
 * place of that of the sound. A job that still listens goes on; after one that has ended another is queued.
 * @throws AppError `insufficient_credits`, `forbidden` over a collaborator's monthly limit
 */
export async function placeMeasured(
  tx: Tx,
  deps: PlaceDeps,
  o: RunToPlace & { readonly jobId: string; readonly isListening: boolean },
): Promise<{ jobId: string; credits: Credits }> {
  await deps.ledger.release(tx, { key: earlyHoldKey(o.id) })
  const price = priceOf(o.source, o.durationMs)
  await holdPrice(tx, deps, { ...o, price, key: holdKey(o.id) })
  return { jobId: o.isListening ? o.jobId : await enqueue(tx, deps, o), credits: price }
}

function enqueue(tx: Tx, { jobs }: PlaceDeps, { id, project, start }: RunToPlace): Promise<string> {
  const { template, look, speakers } = start
  const order = { transcriptionId: id, projectId: project.id, template, look, speakers }
  return jobs.enqueue(tx, TRANSCRIBE, order, { ownerId: project.ownerId, subjectId: project.id })
}

/** Captions that keep the times of their file cost nothing (product §1). */
export function priceOf(source: PackedSource, durationMs: number): Credits {
  return needsSound(source) ? captionPrice(durationMs) : credits(0)
}

/** The refusal for a collaborator: states the price, not the owner's balance. */
export function ownerIsShort(required: number): AppError {
  return new AppError('insufficient_credits', 'The owner of this video does not have enough credits.', { required })
}

/** Whether an error is the refusal of a run that costs more than its owner has. */
export function isShort(error: unknown): error is AppError & { readonly code: 'insufficient_credits' } {
  return error instanceof AppError && error.code === 'insufficient_credits'
}

async function refuseFullLine(tx: Tx, deps: PlaceDeps, { project: { ownerId }, start }: RunToPlace): Promise<void> {
  const inLine = await deps.jobs.countUnfinished(tx, { name: TRANSCRIBE.name, ownerId })
  const limit = await deps.jobsInLine(tx, ownerId)
  if (inLine < limit) return
  const [whose, their] = start.userId === ownerId ? ['your', 'your'] : ["the owner's", 'their']
  const message = `Captions for ${limit} of ${whose} videos are already being made, the limit of ${their} account. Start these when one of them is ready.`
  throw new AppError('too_many_requests', message, { limit, retryAfterSeconds: RETRY_AFTER_S })
}

/** Holds the price from the owner's credits, even for a collaborator; the credit history names the requester. */
async function holdPrice(tx: Tx, deps: PlaceDeps, o: RunToPlace & { price: Credits; key: string }): Promise<void> {
  const { id, key, project, durationMs, start } = o
  const { ownerId } = project
  if (start.userId !== ownerId) await deps.refuseOverLimit(tx, { ownerId, userId: start.userId, amount: o.price })
  await deps.ledger.hold(tx, {
    userId: ownerId,
    amount: o.price,
    key,
    reference: id,
    reason: `Captions for ${project.title}, ${formatDuration(durationMs)}`,
    ...(start.userId !== ownerId && { actorId: start.userId }),
  })
}
