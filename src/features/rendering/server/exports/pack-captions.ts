import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { CaptionDocument, upcastDocument } from '#features/captions/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { bytea, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]
/** The gzip magic number (RFC 1952 §2.3.1); exports queued by an older release contain plain JSON. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** Compresses captions for the row of an export, to about a fifth of their JSON. */
export function packCaptions(document: CaptionDocument): Promise<Buffer> {
  return compress(JSON.stringify(document))
}

const CaptionsRow = z.object({ captions: bytea.nullable() })

/** The captions of an unfinished export. @throws AppError `conflict` after its end, when they are deleted */
export async function captionsOfRender(q: Queryable, renderId: string): Promise<CaptionDocument> {
  const row = await findRow(q, CaptionsRow, 'select captions from renders where id = $1', [renderId])
  const packed = row?.captions ?? null
  if (packed === null) throw new AppError('conflict', 'This export has ended.')
  return unpackCaptions(packed)
}

/** Reads the output of `packCaptions` of this or an earlier release. */
export async function unpackCaptions(packed: Buffer): Promise<CaptionDocument> {
  const json = packed.subarray(0, GZIP.length).equals(GZIP) ? await decompress(packed) : packed
  return CaptionDocument.parse(upcastDocument(JSON.parse(json.toString('utf8'))))
}
