import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { waitForTurn } from '#platform/server/threads/event-loop-turn.ts'
import { packText, unpackBytes, unpackBytesAside } from '#platform/server/packed-text.ts'
import { bytea, execute, findRow } from '#platform/server/rows.ts'
import type { SharedBytes } from '#platform/server/threads/shared-bytes.ts'
// Imports files, not the model's index: a starting thread loads no more than it needs.
import type { BrandKitRef, CaptionDocument } from '../../model/index.ts'
import { replayEffects } from '../../model/edits/replay-effects.ts'
import { isShortPiece, unpackEffects } from './batch-changes.ts'
import { isOneLongLine, readFirstLines, readLines, readLinesInTurns, writeLines } from './document-lines.ts'
import { copySnapshot } from './snapshot-rows.ts'

/** The current state of a project's captions, without their content. */
export type DocumentHead = Readonly<z.infer<typeof DocumentHead>>
const DocumentHead = z.object({
  revision: z.number(),
  /** Identifies the content: equal states mean equal captions. */
  state: z.string(),
})

/** Stored captions of a project, not yet unpacked: a long document takes long to parse. */
export type StoredDocument = DocumentHead & {
  /** The whole document at this or an earlier revision. */
  readonly snapshot: { readonly revision: number; readonly packed: Uint8Array }
  /** The effects of each revision since the snapshot, in order, for `unpackEffects`. */
  readonly effects: readonly Uint8Array[]
}

/** Maximum batches replayed in one turn of the event loop, and the bytes of JSON that end a turn early. */
const BATCHES_PER_TURN = 50
const BYTES_PER_TURN = 200_000

/** Parses stored captions in a thread. @returns them as lines of JSON (`writeLines`) */
export type ParseAside = (stored: StoredDocument) => Promise<SharedBytes>

/**
 * The captions of a project as last saved; undefined while there are none. Access is for the caller to check.
 * @param parseAside parses captions that would block the event loop
 */
export async function documentOf(
  q: Queryable,
  projectId: string,
  parseAside?: ParseAside,
): Promise<CaptionDocument | undefined> {
  const stored = await findStored(q, projectId)
  return stored && readDocument(stored, parseAside)
}

/** Revision and state of the captions; undefined for a project without captions. */
export async function headOf(q: Queryable, projectId: string): Promise<DocumentHead | undefined> {
  return findRow(q, DocumentHead, 'select revision, state from caption_documents where project_id = $1', [projectId])
}

/** Like `headOf`, but locks the row until the transaction ends, so that concurrent saves wait for one another. */
export async function lockHead(tx: Tx, projectId: string): Promise<DocumentHead | undefined> {
  return findRow(tx, DocumentHead, 'select revision, state from caption_documents where project_id = $1 for update', [
    projectId,
  ])
}

const StoredRow = DocumentHead.extend({ snapshotRevision: z.number(), packed: bytea, effects: z.array(bytea) })

/**
 * The stored captions. One statement reads snapshot and batches, so that they are consistent. To read under a lock,
 * lock first.
 */
export async function findStored(q: Queryable, projectId: string): Promise<StoredDocument | undefined> {
  const row = await findRow(
    q,
    StoredRow,
    `select revision, state, snapshot_revision, snapshot as packed, array(
       select effects from caption_batches b
       where b.project_id = d.project_id and b.revision > d.snapshot_revision order by b.revision) as effects
     from caption_documents d where project_id = $1`,
    [projectId],
  )
  if (row === undefined) return undefined
  const { revision, state, snapshotRevision, packed, effects } = row
  if (effects.length !== revision - snapshotRevision) throw new Error(`captions of ${projectId} lack batches`)
  return { revision, state, snapshot: { revision: snapshotRevision, packed }, effects }
}

/**
 * Parses stored captions; long ones take several turns of the event loop.
 * @param parseAside parses captions with a long piece; default this thread
 */
export async function readDocument(stored: StoredDocument, parseAside?: ParseAside): Promise<CaptionDocument> {
  const { revision, snapshot, effects } = stored
  const bytes = await unpackBytesAside(snapshot.packed)
  if (parseAside !== undefined && (isOneLongLine(bytes) || !effects.every(isShortPiece)))
    return { ...(await readLinesInTurns(await parseAside(stored))), rev: revision }
  let doc = await readLinesInTurns(bytes)
  for (const turn of turnsOf(effects)) {
    await waitForTurn()
    doc = replayEffects(doc, turn.flatMap(unpackEffects))
  }
  return { ...doc, rev: revision }
}

/**
 * The first captions of a document that was not edited since its snapshot, without parsing the rest; undefined for one
 * that was.
 */
export async function readStart({ snapshot, effects }: StoredDocument): Promise<CaptionDocument | undefined> {
  if (effects.length > 0) return undefined
  const bytes = await unpackBytesAside(snapshot.packed)
  return isOneLongLine(bytes) ? undefined : readFirstLines(bytes)
}

/** Splits effects into groups, one for each turn of the event loop. */
function* turnsOf(effects: readonly Uint8Array[]): Generator<readonly Uint8Array[]> {
  let turn: Uint8Array[] = []
  let bytes = 0
  for (const packed of effects) {
    const { byteLength } = unpackBytes(packed)
    if (turn.length === BATCHES_PER_TURN || (turn.length > 0 && bytes + byteLength > BYTES_PER_TURN)) {
      yield turn
      turn = []
      bytes = 0
    }
    turn.push(packed)
    bytes += byteLength
  }
  if (turn.length > 0) yield turn
}

/** Parses stored captions at once: for a thread. */
export function parseDocument({ revision, snapshot, effects }: StoredDocument): CaptionDocument {
  return { ...replayEffects(unpackDocument(snapshot.packed), effects.flatMap(unpackEffects)), rev: revision }
}

/** A whole document as stored bytes: about a twelfth of its JSON. */
export function packDocument(doc: CaptionDocument): Uint8Array {
  return packText(writeLines(doc))
}

/** Reads what `packDocument` of this release or an earlier one wrote, at once. @throws AppError as `readLines` */
export function unpackDocument(packed: Uint8Array): CaptionDocument {
  return readLines(unpackBytes(packed))
}

/** The brand kit that captions follow; null for none. */
export type FollowedKit = Pick<BrandKitRef, 'id' | 'revision'> | null

/** Records the kit that the captions follow, beside their content. The caller holds the lock. */
export async function recordKit(tx: Tx, projectId: string, kit: FollowedKit): Promise<void> {
  await execute(tx, 'update caption_documents set kit_id = $2, kit_revision = $3 where project_id = $1', [
    projectId,
    kit?.id,
    kit?.revision,
  ])
}

/**
 * Inserts the first captions of a project.
 * @returns false when another request inserted them first
 */
export function insertDocument(tx: Tx, projectId: string, doc: CaptionDocument): Promise<boolean> {
  return insertPacked(tx, projectId, { revision: doc.rev, packed: packDocument(doc), kit: doc.brandKit ?? null })
}

/** Like `insertDocument`, for a document that is packed already. */
export async function insertPacked(
  tx: Tx,
  projectId: string,
  { revision, packed, kit }: { readonly revision: number; readonly packed: Uint8Array; readonly kit: FollowedKit },
): Promise<boolean> {
  const changed = await execute(
    tx,
    `insert into caption_documents (project_id, revision, snapshot_revision, snapshot, kit_id, kit_revision)
     values ($1, $2, $2, $3, $4, $5) on conflict (project_id) do nothing`,
    [projectId, revision, Buffer.from(packed), kit?.id, kit?.revision],
  )
  return changed === 1
}

/** The source of a save: the editor and its user; null for the product itself. */
export type BatchSource = {
  readonly projectId: string
  readonly clientId: string
  readonly authorId: string | null
}

/** A batch to save. */
export type PackedBatch = {
  readonly batchId: string
  readonly revision: number
  readonly changes: Uint8Array
  /** For `unpackEffects`; null for a batch that replaces the document, which is saved with a snapshot. */
  readonly effects: Uint8Array | null
  readonly steps: number
  /** For the history. */
  readonly label: string
}

const SavedRow = z.object({ state: z.string(), isOverdue: z.boolean() })

/**
 * Saves batches as the next revisions; the cost depends on the batches, not on the document. The caller holds the lock.
 * @returns the new state, and whether the snapshot is overdue
 */
export async function saveBatches(
  tx: Tx,
  source: BatchSource,
  batches: readonly PackedBatch[],
): Promise<{ state: string; isOverdue: boolean }> {
  const last = batches.at(-1)
  if (last === undefined) throw new RangeError('no batches to save')
  const bytes = batches.reduce((sum, { changes, effects }) => sum + changes.byteLength + (effects?.byteLength ?? 0), 0)
  const steps = batches.reduce((sum, batch) => sum + batch.steps, 0)
  const saved = await findRow(
    tx,
    SavedRow,
    `update caption_documents set revision = $2, state = $3, updated_at = now(),
       replay_bytes = replay_bytes + $4, replay_steps = replay_steps + $5
     where project_id = $1 returning state, replay_steps > $6 as is_overdue`,
    [source.projectId, last.revision, last.batchId, bytes, steps, MOST_REPLAY_STEPS],
  )
  await insertBatches(tx, source, batches, { isReplacement: false })
  if (saved === undefined) throw new Error('the captions are not locked')
  return saved
}

/** Replaces the whole document, as a new transcript does; the batch has no effects. The caller holds the lock. */
export async function replaceDocument(
  tx: Tx,
  source: BatchSource,
  doc: CaptionDocument,
  batch: PackedBatch,
): Promise<void> {
  await copySnapshot(tx, source.projectId, doc.rev)
  await execute(
    tx,
    `update caption_documents set revision = $2, state = $3, snapshot = $4, snapshot_revision = $2, updated_at = now(),
       replay_bytes = 0, replay_steps = 0
     where project_id = $1`,
    [source.projectId, doc.rev, batch.batchId, Buffer.from(packDocument(doc))],
  )
  await recordKit(tx, source.projectId, doc.brandKit ?? null)
  await insertBatches(tx, source, [batch], { isReplacement: true })
}

/** Maximum steps of the batches after a snapshot; replaying them takes a fraction of their cost. */
const MOST_REPLAY_STEPS = 800_000

async function insertBatches(
  tx: Tx,
  { projectId, clientId, authorId }: BatchSource,
  batches: readonly PackedBatch[],
  { isReplacement }: { isReplacement: boolean },
): Promise<void> {
  await execute(
    tx,
    `insert into caption_batches (project_id, client_id, author_id, is_replacement, revision, batch_id, changes, effects,
       steps, label)
     select $1::uuid, $2::uuid, $3::text, $4::boolean, *
     from unnest($5::integer[], $6::uuid[], $7::bytea[], $8::bytea[], $9::integer[], $10::text[])`,
    [
      projectId,
      clientId,
      authorId,
      isReplacement,
      batches.map((batch) => batch.revision),
      batches.map(({ batchId }) => batchId),
      batches.map(({ changes }) => Buffer.from(changes)),
      batches.map(({ effects }) => (effects === null ? null : Buffer.from(effects))),
      batches.map(({ steps }) => steps),
      batches.map(({ label }) => label),
    ],
  )
}
