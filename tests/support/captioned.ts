import { randomUUID } from 'node:crypto'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { requireProject } from '#features/media/server/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/files.ts'
import { probeOf } from './exports.ts'
import { storeCopy } from './files.ts'

/**
 * Inserts a prepared project with captions, one word every 400 ms.
 * @param o.said the words; null for no captions
 * @returns its id
 */
export async function captionedProject(
  { db, files }: { db: Db; files: FileStore },
  o: { sourcePath: string; ownerId?: string; probe?: Parameters<typeof probeOf>[0]; said?: string | null },
): Promise<string> {
  const { sourcePath, ownerId = 'ada', said = 'one two three' } = o
  const id = randomUUID()
  await storeCopy(files, `projects/${id}/source`, sourcePath)
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, $2, 'Summer "best of"', 'prepared', 1000, repeat('0', 64), $3)`,
    [id, ownerId, JSON.stringify(probeOf(o.probe))],
  )
  if (said === null) return id
  const words = said.split(' ').map((text, at) => ({
    text,
    startMs: 200 + at * 400,
    endMs: 600 + at * 400,
    confidence: 1,
    timing: 'asr' as const,
  }))
  const project = await requireProject(db, id, ownerId, 'view')
  await transaction(db, (tx) =>
    createDocumentFor(tx, project, { words, lang: 'en', provenance: { engine: 'test', model: 'test' } }),
  )
  return id
}
