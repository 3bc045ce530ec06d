import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { waitForTurn } from '#platform/server/threads/event-loop-turn.ts'
import { type CaptionDocument, partsOfDocument, type ShownAccess, startOfDocument } from '../../model/index.ts'

/** Fast levels, since every revision is compressed again; flushes each part at once. */
const COMPRESS = {
  gzip: () => createGzip({ level: 3, flush: constants.Z_SYNC_FLUSH }),
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 3 },
    }),
} as const

/**
 * Streams a document as lines of JSON: its start with the caller's access, then its parts. Lines are written on demand,
 * each in its own turn of the event loop, and compressed in other threads.
 */
export function streamDocument(
  doc: CaptionDocument,
  { access, encoding }: { access: ShownAccess; encoding: keyof typeof COMPRESS | null },
): ReadableStream<Uint8Array> {
  const lines = Readable.from(linesOf(doc, access), { highWaterMark: 1 })
  // A reader that disconnects ends the pipeline, so nobody needs the error.
  const bytes = encoding === null ? lines : pipeline(lines, COMPRESS[encoding](), () => undefined)
  const chunks: AsyncIterator<Buffer<ArrayBuffer>, undefined> = bytes[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void bytes.destroy(),
  })
}

async function* linesOf(doc: CaptionDocument, access: ShownAccess): AsyncGenerator<Buffer> {
  yield lineOf({ ...access, ...startOfDocument(doc) })
  for (const part of partsOfDocument(doc)) {
    await waitForTurn()
    yield lineOf(part)
  }
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
