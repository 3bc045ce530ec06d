import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { CaptionDocument } from '#features/captions/model/index.ts'
import { closeDatabase, openDatabase, transaction, type Tx } from '#platform/server/db.ts'
import { packText, unpackText } from '#platform/server/packed-text.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { bytea, execute, queryRow } from '#platform/server/rows.ts'
import { z } from 'zod'

type Copy = { readonly from: string; readonly id: string; readonly email: string; readonly captioned: boolean }

const Stored = z.object({ snapshot: bytea })

/**
 * Gives somebody a copy of a captioned video of a running product that nobody has edited: its row and files, and its
 * run and captions. It costs no credits.
 * @param o.from the video's id
 * @param o.email of the copy's owner
 * @param o.captioned false for a copy that is only prepared
 * @returns the copy's id
 */
export async function copyVideo(o: Omit<Copy, 'id'> & { readonly dataDir: string }): Promise<string> {
  const { dataDir, from } = o
  const id = randomUUID()
  const folder = join(dataDir, 'files', 'projects')
  await cp(join(folder, from), join(folder, id), { recursive: true })
  // Joins the database server that the product started.
  const { url } = await startPostgres({ dataDir, say: () => {} })
  const db = openDatabase(url, { max: 1 })
  try {
    await transaction(db, (tx) => copyRows(tx, { ...o, id }))
  } finally {
    await closeDatabase(db)
  }
  return id
}

async function copyRows(tx: Tx, { from, id, email, captioned }: Copy): Promise<void> {
  await execute(
    tx,
    `insert into projects
     select (jsonb_populate_record(p, jsonb_build_object('id', $1::text, 'owner_id', u.id, 'created_at', now()))).*
     from projects p, users u where p.id = $2 and u.email = $3`,
    [id, from, email],
  )
  if (captioned) await copyCaptions(tx, { from, id })
}

async function copyCaptions(tx: Tx, { from, id }: Pick<Copy, 'from' | 'id'>): Promise<void> {
  await execute(
    tx,
    `insert into transcriptions
     select (jsonb_populate_record(t, jsonb_build_object(
       'id', gen_random_uuid(), 'project_id', $1::text, 'job_id', gen_random_uuid(), 'created_at', now()))).*
     from transcriptions t where t.project_id = $2`,
    [id, from],
  )
  const { snapshot } = await queryRow(
    tx,
    Stored,
    'select snapshot from caption_documents where project_id = $1 and revision = 1',
    [from],
  )
  await execute(
    tx,
    'insert into caption_documents (project_id, revision, snapshot_revision, snapshot) values ($1, 1, 1, $2)',
    [id, Buffer.from(packText(JSON.stringify(renamed(snapshot, id))))],
  )
}

/** The captions as those of another video. */
function renamed(snapshot: Uint8Array, mediaId: string): CaptionDocument {
  const document = CaptionDocument.parse(JSON.parse(unpackText(snapshot)))
  return { ...document, id: randomUUID(), media: { ...document.media, id: mediaId } }
}
