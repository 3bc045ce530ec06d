import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { CAPTION_FILES } from '../model/index.ts'
import { documentOf } from './storage/document-rows.ts'
import { encodeInTurns } from '#platform/server/pictures/encode-in-turns.ts'

/** A caption file of a project at its current revision. */
export type CaptionFileSize = {
  readonly format: 'SRT' | 'VTT' | 'JSON'
  readonly sizeBytes: number
  readonly download: string
}

/** Maximum documents with cached sizes. */
const MOST_REMEMBERED = 5_000

const remembered = new Map<string, readonly CaptionFileSize[]>()

const FileRow = z.object({ projectId: z.string(), revision: z.number() })

/** The caption files of these projects, without projects that have no words. Computed once for each revision. */
export async function captionFileSizes(
  q: Queryable,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CaptionFileSize[]>> {
  const rows = await queryRows(
    q,
    FileRow,
    'select project_id, revision from caption_documents where project_id = any($1::uuid[])',
    [projectIds],
  )
  const found = new Map<string, readonly CaptionFileSize[]>()
  for (const { projectId, revision } of rows) found.set(projectId, await sizesOf(q, projectId, revision))
  return found
}

async function sizesOf(q: Queryable, projectId: string, revision: number) {
  const name = `${projectId}:${revision}`
  const known = remembered.get(name)
  if (known !== undefined) return known
  const sizes = await measure(q, projectId)
  const [oldest] = remembered.keys()
  if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  remembered.set(name, sizes)
  return sizes
}

async function measure(q: Queryable, projectId: string): Promise<CaptionFileSize[]> {
  const doc = await documentOf(q, projectId)
  if (doc === undefined || doc.words.length === 0) return []
  const sizes: CaptionFileSize[] = []
  for (const format of ['srt', 'vtt', 'json'] as const) {
    let sizeBytes = 0
    for await (const { byteLength } of encodeInTurns(CAPTION_FILES[format](doc))) sizeBytes += byteLength
    sizes.push({ format: LABELS[format], sizeBytes, download: `/api/captions/${projectId}/captions.${format}` })
  }
  return sizes
}

const LABELS = { srt: 'SRT', vtt: 'VTT', json: 'JSON' } as const
