import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable, Tx } from '#platform/server/db.ts'
import type { CaptionDocument } from '../model/index.ts'

/** The captions of a project as the database gives them: not read yet, for a long document takes long to read. */
export type StoredDocument = { readonly revision: number; readonly json: string }

/** A document whose JSON is longer is worked on in a thread, or in several turns; about 4,000 words. */
export const LARGE_JSON = 600_000

/** The captions of a project as last saved; undefined while there are none. Whose they are is for the caller to check. */
export async function documentOf(q: Queryable, projectId: string): Promise<CaptionDocument | undefined> {
  const stored = await findStored(q, projectId)
  return stored && readDocument(stored)
}

/** Whether a project has captions, without reading them; undefined while it has none. */
export async function hasDocument(q: Queryable, projectId: string): Promise<true | undefined> {
  const { rowCount } = await q.$client.query('select 1 from caption_documents where project_id = $1', [projectId])
  return rowCount === 1 ? true : undefined
}

/** Parses a stored document. A long one gets a turn of the event loop of its own, since the caller works on it next. */
export async function readDocument(stored: StoredDocument): Promise<CaptionDocument> {
  const document = parseDocument(stored)
  if (stored.json.length > LARGE_JSON) await nextTurn()
  return document
}

/** The same, unread. @param o.lock of two saves at once, one waits until the transaction of the other ends */
export async function findStored(
  q: Queryable,
  projectId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredDocument | undefined> {
  const { rows } = await q.$client.query<StoredDocument>(
    `select revision, document::text as json from caption_documents where project_id = $1${lock ? ' for update' : ''}`,
    [projectId],
  )
  return rows[0]
}

/** The newest revision; undefined while there are no captions. */
export async function newestRevision(q: Queryable, projectId: string): Promise<number | undefined> {
  const { rows } = await q.$client.query<{ revision: number }>(
    'select revision from caption_documents where project_id = $1',
    [projectId],
  )
  return rows[0]?.revision
}

/** The newest revision, with the row locked until the transaction ends; undefined while there are no captions. */
export async function lockRevision(tx: Tx, projectId: string): Promise<number | undefined> {
  const { rows } = await tx.$client.query<{ revision: number }>(
    'select revision from caption_documents where project_id = $1 for update',
    [projectId],
  )
  return rows[0]?.revision
}

/** Reads a stored document. It was checked when it was saved: checking it again takes longer than all the rest. */
export function parseDocument({ revision, json }: StoredDocument): CaptionDocument {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only checked documents are saved
  return { ...(JSON.parse(json) as CaptionDocument), rev: revision }
}

/**
 * Records the first captions of a project.
 * @returns false when somebody was faster
 */
export async function insertDocument(tx: Tx, projectId: string, doc: CaptionDocument): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    'insert into caption_documents (project_id, revision, document) values ($1, $2, $3) on conflict (project_id) do nothing',
    [projectId, doc.rev, JSON.stringify(doc)],
  )
  return rowCount === 1
}

/** Who saves: the open editor, and the person at it; null for the product itself. */
export type Saving = {
  readonly projectId: string
  readonly clientId: string
  readonly authorId: string | null
  /** The batches do more than their commands tell. */
  readonly anew?: boolean
}

/** A batch as it is saved. */
export type PackedBatch = {
  readonly batchId: string
  readonly revision: number
  readonly changes: Uint8Array
  readonly steps: number
}

/** Replaces the document and logs how it came about. The caller holds the row's lock. */
export async function saveDocument(
  tx: Tx,
  { projectId, clientId, authorId, anew = false }: Saving,
  { revision, json }: StoredDocument,
  batches: readonly PackedBatch[],
): Promise<void> {
  await keepSnapshot(tx, projectId)
  await tx.$client.query(
    'update caption_documents set revision = $2, document = $3, updated_at = now() where project_id = $1',
    [projectId, revision, json],
  )
  await tx.$client.query(
    `insert into caption_batches (project_id, client_id, author_id, anew, revision, batch_id, changes, steps)
     select $1::uuid, $2::uuid, $3::text, $4::boolean, * from unnest($5::integer[], $6::uuid[], $7::bytea[], $8::integer[])`,
    [
      ...[projectId, clientId, authorId, anew],
      ...[batches.map((batch) => batch.revision), batches.map(({ batchId }) => batchId)],
      ...[batches.map(({ changes }) => Buffer.from(changes)), batches.map(({ steps }) => steps)],
    ],
  )
}

/** Days of which the captions are kept as they were before that day's first change. */
const SNAPSHOTS = 60

/** Keeps the captions as they are before the first change in a day. */
async function keepSnapshot(tx: Tx, projectId: string): Promise<void> {
  const { rowCount } = await tx.$client.query(
    `insert into caption_snapshots (project_id, revision, document)
     select project_id, revision, document from caption_documents where project_id = $1 and not exists (
       select 1 from caption_snapshots where project_id = $1 and created_at > now() - interval '1 day')`,
    [projectId],
  )
  if (rowCount === 0) return
  await tx.$client.query(
    `delete from caption_snapshots where project_id = $1 and revision < (
       select min(revision) from (
         select revision from caption_snapshots where project_id = $1 order by revision desc limit $2) newest)`,
    [projectId, SNAPSHOTS],
  )
}
