import { z } from 'zod'
import { type Db, transaction } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { RenderingDeps } from '../deps.ts'

/** The bytes that a client received, from `first` to before `end`. */
export type ServedBytes = { readonly first: number; readonly end: number }

const WholeRow = z.object({ whole: z.boolean() })

/**
 * Adds the bytes of one response to those its user has received. Once they cover the file, in any ranges, counts one
 * finished download and starts over.
 */
export async function recordDownload(
  { db, countDownload }: { readonly db: Db } & Pick<RenderingDeps, 'countDownload'>,
  {
    renderId,
    userId,
    sizeBytes,
    taken,
  }: { readonly renderId: string; readonly userId: string; readonly sizeBytes: number; readonly taken: ServedBytes },
): Promise<void> {
  if (taken.end <= taken.first) return
  await transaction(db, async (tx) => {
    const row = await findRow(
      tx,
      WholeRow,
      `insert into render_downloads as had (render_id, user_id, served)
       values ($1, $2, int8multirange(int8range($3, $4)))
       on conflict (render_id, user_id) do update set served = had.served + excluded.served
       returning served @> int8range(0, $5) as whole`,
      [renderId, userId, taken.first, taken.end, sizeBytes],
    )
    if (row?.whole !== true) return
    await execute(tx, 'delete from render_downloads where render_id = $1 and user_id = $2', [renderId, userId])
    await countDownload(tx, userId)
  })
}

/** Passes bytes through, and calls `onEnd` with their number at the end or when the client leaves. */
export function countBytes(
  body: ReadableStream<Uint8Array>,
  onEnd: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          onEnd(bytes)
          return
        }
        bytes += value.byteLength
        controller.enqueue(value)
      },
      async cancel(reason) {
        await reader.cancel(reason)
        onEnd(bytes)
      },
    },
    // Read nothing ahead, so that only requested bytes are counted.
    { highWaterMark: 0 },
  )
}
