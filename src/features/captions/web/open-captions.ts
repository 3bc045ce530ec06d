import { asAppError } from '#platform/web/api.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Batch, type CaptionDocument, describeConflict, takeAffordable } from '../model/index.ts'
import type { OpenedDocument, OpeningApi } from './captions-api.ts'
import { isMisfit } from './outbox.ts'
import type { Pending, PendingStore } from './pending-edits.ts'
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
  /** Edits of a later release wait in this browser until it is back. */
  readonly hasNewer: boolean
}

type Opening = { api: OpeningApi; projectId: string; clientId: string; store: PendingStore }
type Sent = { readonly recovered: number; readonly conflicts: readonly Conflict[] }

/**
 * Loads the captions of a project, after saving what an earlier visit left in this browser.
 * @param o.onStart gets the first captions as soon as they are here
 * @throws AppError when the server refuses or cannot be reached; then nothing that was left is lost
 */
export async function openCaptions(o: Opening & { onStart?(start: OpenedDocument): void }): Promise<Opened> {
  const { document: before, access } = await o.api.open(o.projectId, o.onStart)
  // What a viewer left behind while being an editor stays where it is, until they are one again.
  const left = access === 'viewer' ? [] : o.store.left()
  const hasNewer = o.store.hasNewer()
  if (left.length === 0) return { document: before, access, recovered: 0, conflicts: [], hasNewer }
  let recovered = 0
  const conflicts: Conflict[] = []
  for (const one of left) {
    const { pending } = one
    const sent = await sendLeft(o, pending, before)
    recovered += sent.recovered
    for (const conflict of [...pending.conflicts, ...sent.conflicts])
      if (!conflicts.some(({ id }) => id === conflict.id)) conflicts.push(conflict)
    o.store.forget(one)
    o.store.keep({ baseRevision: pending.baseRevision, batches: [], conflicts })
  }
  const { document } = await o.api.get({ projectId: o.projectId })
  return { document, access, recovered, conflicts, hasNewer }
}

/** Most batches of one request. */
const MOST = 1_000

/** Sends what was left, in as many requests as it costs. What cannot be sent, or is refused, becomes a conflict. */
async function sendLeft(o: Opening, left: Pending, document: CaptionDocument): Promise<Sent> {
  const { api, projectId, clientId } = o
  const batches = new Map(left.batches.map((batch) => [batch.batchId, batch]))
  const conflicts: Conflict[] = []
  let recovered = 0
  let { baseRevision } = left
  // Batches that are saved, or refused, and that the next ones are made on: they are sent again, and cost nothing.
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

/** Edits whose base is unknown: the person decides about them. */
async function asConflict(
  { api, projectId }: Pick<Opening, 'api' | 'projectId'>,
  batches: readonly Batch[],
): Promise<Conflict[]> {
  const { document, saved } = await api.get({ projectId, batchIds: batches.map(({ batchId }) => batchId) })
  const left = batches.filter(({ batchId }) => !saved.includes(batchId))
  const [first] = left
  if (first === undefined) return []
  const details = describeConflict({ keys: [], by: null, before: document, theirs: document, mine: document })
  return [{ id: first.batchId, batches: left, details }]
}
