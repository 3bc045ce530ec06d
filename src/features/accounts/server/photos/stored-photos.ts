import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { photoKeys } from './photo-path.ts'

const PAGE = 1_000

const Row = z.object({ id: z.string(), photo: z.string() })

/** The key of every current photo; sizes are not recorded. */
export async function* listStoredPhotos(db: Queryable): AsyncGenerator<{ key: string; sizeBytes: null }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await queryRows(
      db,
      Row,
      'select id, photo from users where id > $1 and photo is not null order by id limit $2',
      [after, PAGE],
    )
    for (const { id, photo } of rows) {
      yield { key: photoKeys(id).of(photo), sizeBytes: null }
      after = id
    }
    if (rows.length < PAGE) return
  }
}
