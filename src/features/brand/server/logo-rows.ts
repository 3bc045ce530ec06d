import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import type { Logo } from '../model/index.ts'
import { logoKeys } from './logo-keys.ts'

const Row = z.object({
  id: z.string(),
  ownerId: z.string(),
  sha256: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  sizeBytes: z.int(),
  createdAt: z.date(),
  removedAt: z.date().nullable(),
})

/** A row of a logo. */
export type StoredLogo = z.output<typeof Row>

const COLUMNS = 'id, owner_id, sha256, name, width, height, size_bytes, created_at, removed_at'

/** An owner's logos, newest first; without removed ones. */
export async function listLogos(q: Queryable, ownerId: string): Promise<StoredLogo[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from brand_logos where owner_id = $1 and removed_at is null order by created_at desc, id`,
    [ownerId],
  )
}

/** A logo by its id, removed or not. */
export async function findLogo(q: Queryable, id: string): Promise<StoredLogo | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from brand_logos where id = $1`, [id])
}

/** A logo that an owner had, and the key of its file. */
export type LogoOfExport = Pick<Logo, 'id' | 'width' | 'height'> & { readonly key: string }

/** The logos that an owner had at a time, also those removed since. @param o.ids as in a document, of any form */
export async function findLogosAt(
  q: Queryable,
  { ownerId, ids, at }: { readonly ownerId: string; readonly ids: readonly string[]; readonly at: Date },
): Promise<LogoOfExport[]> {
  const known = ids.filter((id) => z.uuid().safeParse(id).success)
  if (known.length === 0) return []
  const found = await queryRows(
    q,
    Row,
    `select ${COLUMNS} from brand_logos
     where id = any($2::uuid[]) and owner_id = $1 and (removed_at is null or removed_at > $3) order by id`,
    [ownerId, known, at],
  )
  return found.map(({ id, width, height }) => ({ id, width, height, key: logoKeys(ownerId).of(id) }))
}

/**
 * Inserts a logo, or restores the owner's logo of the same picture.
 * @returns the stored logo, which has another id if it existed
 */
export async function insertLogo(tx: Tx, logo: Omit<StoredLogo, 'removedAt'>): Promise<StoredLogo> {
  return queryRow(
    tx,
    Row,
    `insert into brand_logos (id, owner_id, sha256, name, width, height, size_bytes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (owner_id, sha256) do update set removed_at = null
     returning ${COLUMNS}`,
    [logo.id, logo.ownerId, logo.sha256, logo.name, logo.width, logo.height, logo.sizeBytes, logo.createdAt],
  )
}

/** Sets or clears the time of removal. @returns the logo; undefined if the owner has none with this id */
export async function setLogoRemoved(
  tx: Tx,
  o: { ownerId: string; id: string; at: Date | null },
): Promise<StoredLogo | undefined> {
  return findRow(
    tx,
    Row,
    `update brand_logos set removed_at = $3 where owner_id = $1 and id = $2 returning ${COLUMNS}`,
    [o.ownerId, o.id, o.at],
  )
}

const Sum = z.object({ logos: z.int(), bytes: z.string().transform(Number) })

/** How many logos an owner has, and their bytes; removed ones count until their files are erased. */
export async function sumLogos(q: Queryable, ownerId: string): Promise<z.output<typeof Sum>> {
  return queryRow(
    q,
    Sum,
    `select count(*) filter (where removed_at is null)::int as logos, coalesce(sum(size_bytes), 0)::text as bytes
     from brand_logos where owner_id = $1`,
    [ownerId],
  )
}

const Key = z.object({ ownerId: z.string(), id: z.string() })

/** Deletes a batch of rows that were removed before a given time. @returns the logos whose files to erase */
export async function deleteRemovedLogos(tx: Tx, before: Date, most: number): Promise<z.output<typeof Key>[]> {
  return queryRows(
    tx,
    Key,
    `delete from brand_logos where id in (
       select id from brand_logos where removed_at < $1 order by removed_at limit $2 for update skip locked
     ) returning owner_id, id`,
    [before, most],
  )
}

/** Deletes all logos of an owner. @returns the number */
export async function deleteLogosOf(tx: Tx, ownerId: string): Promise<number> {
  return execute(tx, 'delete from brand_logos where owner_id = $1', [ownerId])
}

const Stored = z.object({ ownerId: z.string(), id: z.string(), sizeBytes: z.int() })
const PAGE = 1_000

/** The file of every logo with a row, for the comparison with the file store. */
export async function* listStoredLogos(db: Queryable): AsyncGenerator<{ key: string; sizeBytes: number }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await queryRows(
      db,
      Stored,
      'select owner_id, id, size_bytes from brand_logos where id > $1 order by id limit $2',
      [after, PAGE],
    )
    for (const { ownerId, id, sizeBytes } of rows) {
      yield { key: logoKeys(ownerId).of(id), sizeBytes }
      after = id
    }
    if (rows.length < PAGE) return
  }
}

/** A stored logo as the API returns it. */
export function logoOf({ id, name, width, height, sizeBytes, createdAt }: StoredLogo): Logo {
  return { id, name, width, height, sizeBytes, createdAt: createdAt.toISOString() }
}
