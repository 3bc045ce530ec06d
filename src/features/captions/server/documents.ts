import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { CaptionDocument, type MadeBatch } from '../model/index.ts'

const Row = z
  .object({ revision: z.int(), document: CaptionDocument })
  .transform(({ revision, document }): CaptionDocument => ({ ...document, rev: revision }))

/** The captions of a project as last saved; undefined while there are none. Whose they are is for the caller to check. */
export async function documentOf(q: Queryable, projectId: string): Promise<CaptionDocument | undefined> {
  return read(q, 'select revision, document from caption_documents where project_id = $1', projectId)
}

/** Whether a project has captions, without reading them; undefined while it has none. */
export async function hasDocument(q: Queryable, projectId: string): Promise<true | undefined> {
  const { rowCount } = await q.$client.query('select 1 from caption_documents where project_id = $1', [projectId])
  return rowCount === 1 ? true : undefined
}

/** The captions as last saved, with the row locked until the transaction ends: of two saves at once, one waits for the other. */
export async function lockDocument(tx: Tx, projectId: string): Promise<CaptionDocument | undefined> {
  return read(tx, 'select revision, document from caption_documents where project_id = $1 for update', projectId)
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

/** Replaces the document and logs how it came about. The caller holds the row's lock. */
export async function saveDocument(
  tx: Tx,
  { projectId, clientId, authorId, anew = false }: Saving,
  doc: CaptionDocument,
  batches: readonly MadeBatch[],
): Promise<void> {
  await tx.$client.query(
    'update caption_documents set revision = $2, document = $3, updated_at = now() where project_id = $1',
    [projectId, doc.rev, JSON.stringify(doc)],
  )
  for (const { revision, batchId, commands, inverse } of batches) {
    await tx.$client.query(
      `insert into caption_batches (project_id, revision, batch_id, client_id, author_id, anew, commands, inverse)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[projectId, revision, batchId, clientId, authorId, anew],
        ...[JSON.stringify(commands), JSON.stringify(inverse)],
      ],
    )
  }
}

async function read(q: Queryable, text: string, projectId: string): Promise<CaptionDocument | undefined> {
  const { rows } = await q.$client.query(text, [projectId])
  return z.array(Row).parse(rows)[0]
}
