import { randomUUID } from 'node:crypto'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { createDocumentFor } from '#features/captions/server/index.ts'
import type { Probe } from '#features/media/model/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'

/** A prepared project with captions of a given length. */
export type LongProject = { readonly projectId: string; readonly document: CaptionDocument }

const SAID =
  'the quick brown fox jumps over a lazy dog and then it runs away from Ada Lovelace, who wrote programs.'.split(' ')
const WORD_MS = 300

/** Inserts a project with captions of this many words, which vary as in a talk. */
export async function insertLongProject(db: Db, ownerId: string, count: number): Promise<LongProject> {
  const projectId = randomUUID()
  const probe: Probe = {
    container: 'mp4',
    durationMs: count * WORD_MS + 1_000,
    width: 1_080,
    height: 1_920,
    videoCodec: 'h264',
    fps: { n: 30, d: 1 },
    variableFrameRate: false,
    rotation: 0,
    audio: null,
    hdr: false,
  }
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, $2, 'Talk', 'prepared', 1000, repeat('0', 64), $3)`,
    [projectId, ownerId, JSON.stringify(probe)],
  )
  const words = Array.from({ length: count }, (_, at) => ({
    text: `${SAID[at % SAID.length]}${at % 7 === 0 ? (at * 7_919) % 1_000 : ''}`,
    startMs: at * WORD_MS,
    endMs: at * WORD_MS + WORD_MS - 40,
    confidence: 0.5 + ((at * 37) % 50) / 100,
    timing: 'asr' as const,
  }))
  const transcript = { words, lang: 'en', provenance: { engine: 'bench', model: 'bench' } }
  const document = await transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe }, transcript))
  return { projectId, document }
}
