import { asAppError } from '#platform/web/api.ts'
import type { Batch, CaptionDocument } from '../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'
import type { PendingStore } from './pending-edits.ts'
import { rebase, type Rebased } from './rebase.ts'

/** Captions ready to edit. */
export type Opened = {
  readonly document: CaptionDocument
  /** Edits of an earlier visit that had not reached the server and do now: saved. */
  readonly recovered: number
  /** Those that no longer fit the captions and were left out. */
  readonly leftOut: number
}

/**
 * Loads the captions of a project, after saving what an earlier visit left in this browser.
 * @throws AppError when the server refuses or cannot be reached; then nothing that was left is lost
 */
export async function openCaptions(o: {
  api: CaptionsApi
  projectId: string
  clientId: string
  store: PendingStore
}): Promise<Opened> {
  let recovered = 0
  let leftOut = 0
  for (const { key, pending } of o.store.left()) {
    const lost = await sendLeft(o, pending.baseRevision, pending.batches)
    recovered += pending.batches.length - lost
    leftOut += lost
    o.store.forget(key)
  }
  const { document } = await o.api.get({ projectId: o.projectId })
  return { document, recovered, leftOut }
}

/** @returns how many did not fit any more */
async function sendLeft(
  o: { api: CaptionsApi; projectId: string; clientId: string },
  baseRevision: number,
  batches: readonly Batch[],
): Promise<number> {
  try {
    await sendBatches(o, baseRevision, batches)
    return 0
  } catch (error) {
    const { code } = asAppError(error)
    if (code !== 'conflict' && code !== 'unprocessable') throw error
  }
  const { document, leftOut, batches: fitting } = await newestWith(o, batches)
  await sendBatches(o, document.rev, fitting)
  return leftOut
}

/** The newest captions as saved, those of the edits that are not among them and still fit, and how the captions are with them. */
export async function newestWith(
  o: { api: CaptionsApi; projectId: string },
  batches: readonly Batch[],
): Promise<{ document: CaptionDocument } & Rebased> {
  const { document, saved } = await o.api.get({
    projectId: o.projectId,
    batchIds: batches.map(({ batchId }) => batchId),
  })
  return {
    document,
    ...rebase(
      document,
      batches.filter(({ batchId }) => !saved.includes(batchId)),
    ),
  }
}

async function sendBatches(
  { api, projectId, clientId }: { api: CaptionsApi; projectId: string; clientId: string },
  revision: number,
  batches: readonly Batch[],
): Promise<void> {
  let baseRevision = revision
  for (let from = 0; from < batches.length; from += 50) {
    const answer = await api.apply({ projectId, clientId, baseRevision, batches: batches.slice(from, from + 50) })
    baseRevision = answer.revision
  }
}
