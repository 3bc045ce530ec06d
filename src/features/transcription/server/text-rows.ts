import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bytea, execute, findRow } from '#platform/server/rows.ts'

/**
 * Bytes per row. Reading or writing megabytes as one value blocks the event loop; other requests run between rows.
 */
const PIECE_BYTES = 128_000

const Piece = z.object({ bytes: bytea })

/** Stores the text of a run until it ends. */
export async function insertText(tx: Tx, runId: string, text: Uint8Array): Promise<void> {
  for (let place = 0; place * PIECE_BYTES < text.byteLength; place += 1) {
    const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
    const piece = bytes.subarray(place * PIECE_BYTES, (place + 1) * PIECE_BYTES)
    await execute(tx, 'insert into transcription_texts (transcription_id, place, bytes) values ($1, $2, $3)', [
      runId,
      place,
      piece,
    ])
  }
}

/** The stored text of an active run. */
export async function textOf(q: Queryable, runId: string): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for (;;) {
    const piece = await findRow(
      q,
      Piece,
      'select bytes from transcription_texts where transcription_id = $1 and place = $2',
      [runId, pieces.length],
    )
    if (piece === undefined) return Buffer.concat(pieces)
    pieces.push(piece.bytes)
  }
}

/** Removes the texts of the earlier runs of a project, which were kept for a decision. */
export async function deleteEarlierTexts(tx: Tx, projectId: string, runId: string): Promise<void> {
  await execute(
    tx,
    `delete from transcription_texts where transcription_id in
       (select id from transcriptions where project_id = $1 and id <> $2)`,
    [projectId, runId],
  )
}

/** Removes the text of a run, which is not needed after the run has ended. */
export async function deleteText(tx: Tx, runId: string): Promise<void> {
  await execute(tx, 'delete from transcription_texts where transcription_id = $1', [runId])
}
