import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import type { OwnFont } from '../model/index.ts'
import { fontKeys } from './font-keys.ts'

const Row = z.object({
  id: z.string(),
  ownerId: z.string(),
  sha256: z.string(),
  family: z.string(),
  style: z.string(),
  weightMin: z.int(),
  weightMax: z.int(),
  isItalic: z.boolean(),
  sizeBytes: z.int(),
  coverage: z.string(),
  createdAt: z.date(),
  removedAt: z.date().nullable(),
})

/** A row of a font. */
export type StoredFont = z.output<typeof Row>

const COLUMNS =
  'id, owner_id, sha256, family, style, weight_min, weight_max, is_italic, size_bytes, coverage, created_at, removed_at'

/** An owner's fonts, newest first; without removed ones. */
export async function listFonts(q: Queryable, ownerId: string): Promise<StoredFont[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from brand_fonts where owner_id = $1 and removed_at is null order by created_at desc, id`,
    [ownerId],
  )
}

/** A font that an owner had, and the key of its file. */
export type FontOfExport = Pick<OwnFont, 'id' | 'weights' | 'coverage'> & { readonly key: string }

/** The fonts that an owner had at a time, including those removed since. */
export async function listFontsAt(
  q: Queryable,
  { ownerId, at }: { readonly ownerId: string; readonly at: Date },
): Promise<FontOfExport[]> {
  const rows = await queryRows(
    q,
    Row,
    `select ${COLUMNS} from brand_fonts
     where owner_id = $1 and (removed_at is null or removed_at > $2) order by created_at desc, id`,
    [ownerId, at],
  )
  return rows.map((row) => {
    const { id, weights, coverage } = fontOf(row)
    return { id, weights, coverage, key: fontKeys(ownerId).of(id) }
  })
}

/** A font by its id, removed or not. */
export async function findFont(q: Queryable, id: string): Promise<StoredFont | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from brand_fonts where id = $1`, [id])
}

/**
 * Inserts a font, or restores the owner's font of the same file.
 * @returns the stored font, which has another id if it existed
 */
export async function insertFont(tx: Tx, font: Omit<StoredFont, 'removedAt'>): Promise<StoredFont> {
  return queryRow(
    tx,
    Row,
    `insert into brand_fonts (id, owner_id, sha256, family, style, weight_min, weight_max, is_italic, size_bytes, coverage, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (owner_id, sha256) do update set removed_at = null
     returning ${COLUMNS}`,
    [
      font.id,
      font.ownerId,
      font.sha256,
      font.family,
      font.style,
      font.weightMin,
      font.weightMax,
      font.isItalic,
      font.sizeBytes,
      font.coverage,
      font.createdAt,
    ],
  )
}

/** Sets or clears the time of removal. @returns the font; undefined if the owner has none with this id */
export async function setRemoved(
  tx: Tx,
  o: { ownerId: string; id: string; at: Date | null },
): Promise<StoredFont | undefined> {
  return findRow(
    tx,
    Row,
    `update brand_fonts set removed_at = $3 where owner_id = $1 and id = $2 returning ${COLUMNS}`,
    [o.ownerId, o.id, o.at],
  )
}

const Sum = z.object({ fonts: z.int(), bytes: z.string().transform(Number) })

/** How many fonts an owner has, and their bytes; removed ones count until their files are erased. */
export async function sumFonts(q: Queryable, ownerId: string): Promise<z.output<typeof Sum>> {
  return queryRow(
    q,
    Sum,
    `select count(*) filter (where removed_at is null)::int as fonts, coalesce(sum(size_bytes), 0)::text as bytes
     from brand_fonts where owner_id = $1`,
    [ownerId],
  )
}

const Key = z.object({ ownerId: z.string(), id: z.string() })

/** Deletes a batch of rows that were removed before a given time. @returns the fonts whose files to erase */
export async function deleteRemoved(tx: Tx, before: Date, most: number): Promise<z.output<typeof Key>[]> {
  return queryRows(
    tx,
    Key,
    `delete from brand_fonts where id in (
       select id from brand_fonts where removed_at < $1 order by removed_at limit $2 for update skip locked
     ) returning owner_id, id`,
    [before, most],
  )
}

/** Deletes all fonts of an owner. @returns the number */
export async function deleteFontsOf(tx: Tx, ownerId: string): Promise<number> {
  return execute(tx, 'delete from brand_fonts where owner_id = $1', [ownerId])
}

const Stored = z.object({ ownerId: z.string(), id: z.string(), sizeBytes: z.int() })
const PAGE = 1_000

/** The file of every font with a row, for the comparison with the file store. */
export async function* listStoredFonts(db: Queryable): AsyncGenerator<{ key: string; sizeBytes: number }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await queryRows(
      db,
      Stored,
      'select owner_id, id, size_bytes from brand_fonts where id > $1 order by id limit $2',
      [after, PAGE],
    )
    for (const { ownerId, id, sizeBytes } of rows) {
      yield { key: fontKeys(ownerId).of(id), sizeBytes }
      after = id
    }
    if (rows.length < PAGE) return
  }
}

/** A stored font as the API returns it. */
export function fontOf(stored: StoredFont): OwnFont {
  const { id, family, style, weightMin, weightMax, isItalic, sizeBytes, coverage, createdAt } = stored
  return {
    id,
    family,
    style,
    weights: { min: weightMin, max: weightMax },
    isItalic,
    sizeBytes,
    coverage,
    createdAt: createdAt.toISOString(),
  }
}
