import { allows } from '#features/collaboration/model/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Batch, type CaptionDocument, describeConflict, takeAffordable } from '../../model/index.ts'
import type { OpeningApi } from './captions-api.ts'
import { isMisfit } from './outbox.ts'
import type { PendingBatches, PendingStore } from './pending-edits.ts'
import type { OpenedDocument } from './read-document.ts'
import type { Conflict } from './replica.ts'

/** Captions that are ready to edit. */
export type Opened = OpenedDocument & {
  /** Number of edits of an earlier visit that are now saved. */
  readonly recovered: number
  /** Edits of an earlier visit that conflict with others'. */
  readonly conflicts: readonly Conflict[]
  /** True if this browser stores edits of a later release, which wait for that release. */
  readonly hasNewer: boolean
}

type OpenOptions = { api: OpeningApi; projectId: string; clientId: string; store: PendingStore }
type Sent = { readonly recovered: number; readonly conflicts: readonly Conflict[] }

/**
 * Saves the edits that an earlier visit left in this browser, then loads the captions of a project.
 * @param o.onStart receives the first captions before the rest
 * @throws AppError when the server refuses or cannot be reached; the stored edits stay
 */
export async function openCaptions(o: OpenOptions & { onStart?(start: OpenedDocument): void }): Promise<Opened> {
  const { document: before, ...shown } = await o.api.open(o.projectId, o.onStart)
  // Edits of a person who may no longer edit stay stored until they are an editor again; a suggester suggests them.
  const left = allows(shown.access, 'edit') ? o.store.list() : []
  const hasNewer = o.store.hasNewer()
  if (left.length === 0) return { document: before, ...shown, recovered: 0, conflicts: [], hasNewer }
  let recovered = 0
  const conflicts: Conflict[] = []
  for (const one of left) {
    const { pending } = one
    const sent = await sendLeft(o, pending, before)
    recovered += sent.recovered
    for (const conflict of [...pending.conflicts, ...sent.conflicts])
      if (!conflicts.some(({ id }) => id === conflict.id)) conflicts.push(conflict)
    o.store.remove(one)
    o.store.save({ baseRevision: pending.baseRevision, batches: [], conflicts })
  }
  const { document } = await o.api.get({ projectId: o.projectId })
  return { document, ...shown, recovered, conflicts, hasNewer }
}

/** Maximum batches of one request. */
const MOST = 1_000

/**
 * Sends stored edits in as many requests as their cost needs. Edits that cannot be sent, or are refused, become
 * conflicts.
 */
async function sendLeft(o: OpenOptions, left: PendingBatches, document: CaptionDocument): Promise<Sent> {
  const { api, projectId, clientId } = o
  const batches = new Map(left.batches.map((batch) => [batch.batchId, batch]))
  const conflicts: Conflict[] = []
  let recovered = 0
  let { baseRevision } = left
  // Earlier batches that the next ones build on are sent again, at no cost.
  let before: readonly Batch[] = []
  let rest: readonly Batch[] = left.batches
  while (rest.length > 0) {
    const sent = takeAffordable(document, rest.slice(0, MOST - before.length))
    try {
      if (sent.length === 0) throw new AppError('too_large', 'More edits than one request holds.')
      const answer = await api.apply({ projectId, clientId, baseRevision, batches: [...before, ...sent] })
      const now = new Set(sent.map(({ batchId }) => batchId))
      recovered += answer.saved.filter(({ batchId }) => now.has(batchId)).length
      for (const { batchId, details } of answer.refused) {
        const batch = batches.get(batchId)
        if (batch !== undefined && now.has(batchId)) conflicts.push({ id: batchId, batches: [batch], details })
      }
      rest = rest.slice(sent.length)
      const isAlone = answer.since.length === 0 && answer.refused.length === 0
      before = isAlone ? [] : [...before, ...sent]
      if (isAlone) baseRevision = Math.max(baseRevision, ...answer.saved.map(({ revision }) => revision))
    } catch (error) {
      if (!isMisfit(asAppError(error))) throw error
      return { recovered, conflicts: [...conflicts, ...(await asConflict(o, rest))] }
    }
  }
  return { recovered, conflicts }
}

/** A conflict for edits with an unknown base. */
async function asConflict(
  { api, projectId }: Pick<OpenOptions, 'api' | 'projectId'>,
  batches: readonly Batch[],
): Promise<Conflict[]> {
  const { document, saved } = await api.get({ projectId, batchIds: batches.map(({ batchId }) => batchId) })
  const left = batches.filter(({ batchId }) => !saved.includes(batchId))
  const [first] = left
  if (first === undefined) return []
  const details = describeConflict({ keys: [], by: null, before: document, theirs: document, mine: document })
  return [{ id: first.batchId, batches: left, details }]
}
