import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { KEPT_PICTURE_VERSIONS, SitePicture } from '../model/index.ts'
import { sitePictureKeys } from './picture-keys.ts'

/** Adds a picture whose files are stored. @param o.files bytes of each file, by its name */
export async function insertPicture(
  tx: Tx,
  o: { picture: SitePicture; files: Readonly<Record<string, number>>; operator: string; at: Date },
): Promise<void> {
  const { id, name, width, height } = o.picture
  await execute(
    tx,
    `insert into site_pictures (id, name, width, height, files, operator_email, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, name, width, height, JSON.stringify(o.files), o.operator, o.at],
  )
}

/** Finds stored pictures; each stays until the end of the transaction. */
export async function lockPictures(tx: Tx, ids: readonly string[]): Promise<SitePicture[]> {
  const sql = 'select id, name, width, height from site_pictures where id = any($1::uuid[]) order by id for share'
  return queryRows(tx, SitePicture, sql, [ids])
}

const Id = z.object({ id: z.string() })

/** Which of these pictures are stored. */
export async function storedPictures(q: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await queryRows(q, Id, 'select id from site_pictures where id = any($1::uuid[])', [ids])
  return new Set(found.map(({ id }) => id))
}

/**
 * Deletes a batch of pictures that were uploaded before a given time and that none of the newest
 * `KEPT_PICTURE_VERSIONS` names. @returns their ids, whose files to erase
 */
export async function deleteUnusedPictures(tx: Tx, o: { before: Date; most: number }): Promise<string[]> {
  const old = await queryRows(
    tx,
    Id,
    `select id from site_pictures where created_at < $1 and not ${IS_USED}
     order by created_at limit $2 for update skip locked`,
    [o.before, o.most],
  )
  // A second statement: a version that was saved before the lock names its pictures now.
  const deleted = await queryRows(
    tx,
    Id,
    `delete from site_pictures where id = any($1::uuid[]) and not ${IS_USED} returning id`,
    [old.map(({ id }) => id)],
  )
  return deleted.map(({ id }) => id)
}

const IS_USED = `exists (
  select from site_settings
  where version > (select coalesce(max(version), 0) from site_settings) - ${KEPT_PICTURE_VERSIONS}
    and site_pictures.id::text in (settings->'logo'->>'id', settings->'logoOnDark'->>'id', settings->'icon'->>'id')
)`

const Stored = z.object({ id: z.string(), files: z.record(z.string(), z.int()) })
const PAGE = 1_000

/** The files of every picture, for the comparison with the file store. */
export async function* listStoredSitePictures(q: Queryable): AsyncGenerator<{ key: string; sizeBytes: number }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await queryRows(q, Stored, 'select id, files from site_pictures where id > $1 order by id limit $2', [
      after,
      PAGE,
    ])
    for (const { id, files } of rows) {
      for (const [file, sizeBytes] of Object.entries(files)) yield { key: sitePictureKeys(id).of(file), sizeBytes }
      after = id
    }
    if (rows.length < PAGE) return
  }
}
