import { asAppError } from '#platform/web/api.ts'
import { type Batch, type CaptionDocument, clashOf } from '../model/index.ts'
import type { CaptionsApi } from './captions-api.ts'
import type { PendingStore } from './pending-edits.ts'
import type { Conflict } from './replica.ts'
import type { Access } from './slots.ts'

/** Captions ready to edit. */
export type Opened = {
  readonly document: CaptionDocument
  readonly access: Access
  /** Edits of an earlier visit that had not reached the server and do now: saved. */
  readonly recovered: number
  /** Those that others were in the way of: the person decides. */
  readonly conflicts: readonly Conflict[]
}

type Opening = { api: CaptionsApi; projectId: string; clientId: string; store: PendingStore }
type Sent = { readonly recovered: number; readonly conflicts: readonly Conflict[] }

/**
 * Loads the captions of a project, after saving what an earlier visit left in this browser.
 * @throws AppError when the server refuses or cannot be reached; then nothing that was left is lost
 */
export async function openCaptions(o: Opening): Promise<Opened> {
  const { document: before, access } = await o.api.get({ projectId: o.projectId })
  // What a viewer left behind while being an editor stays where it is, until they are one again.
  const left = access === 'viewer' ? [] : o.store.left()
  if (left.length === 0) return { document: before, access, recovered: 0, conflicts: [] }
  let recovered = 0
  const conflicts: Conflict[] = []
  for (const one of left) {
    const { pending } = one
    const sent = await sendLeft(o, pending.baseRevision, pending.batches)
    recovered += sent.recovered
    for (const conflict of [...pending.conflicts, ...sent.conflicts])
      if (!conflicts.some(({ id }) => id === conflict.id)) conflicts.push(conflict)
    o.store.forget(one)
    o.store.keep({ baseRevision: pending.baseRevision, batches: [], conflicts })
  }
  const { document } = await o.api.get({ projectId: o.projectId })
  return { document, access, recovered, conflicts }
}

/** Most batches of one request. */
const MOST = 1_000

async function sendLeft(
  { api, projectId, clientId }: Opening,
  baseRevision: number,
  batches: readonly Batch[],
): Promise<Sent> {
  if (batches.length === 0) return { recovered: 0, conflicts: [] }
  const [now, later] = [batches.slice(0, MOST), batches.slice(MOST)]
  try {
    const { saved, refused } = await api.apply({ projectId, clientId, baseRevision, batches: now })
    const known = new Map(batches.map((batch) => [batch.batchId, batch]))
    const conflicts = refused.map(({ batchId, clash }) => ({
      id: batchId,
      batches: [known.get(batchId)].filter((batch) => batch !== undefined),
      clash,
    }))
    return { recovered: saved.length, conflicts: [...conflicts, ...(await asConflict({ api, projectId }, later))] }
  } catch (error) {
    const { code } = asAppError(error)
    if (code !== 'conflict' && code !== 'unprocessable') throw error
    return { recovered: 0, conflicts: await asConflict({ api, projectId }, batches) }
  }
}

/** Edits that nobody can tell any more what they were made on. */
async function asConflict(
  { api, projectId }: Pick<Opening, 'api' | 'projectId'>,
  batches: readonly Batch[],
): Promise<Conflict[]> {
  const { document, saved } = await api.get({ projectId, batchIds: batches.map(({ batchId }) => batchId) })
  const left = batches.filter(({ batchId }) => !saved.includes(batchId))
  const [first] = left
  if (first === undefined) return []
  const clash = clashOf({ keys: [], by: null, before: document, theirs: document, mine: document })
  return [{ id: first.batchId, batches: left, clash }]
}
