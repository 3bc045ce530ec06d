import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow } from '#platform/server/rows.ts'
import { BrandKit, EMPTY_KIT } from '../model/index.ts'

/** The kit of an account; empty if it saved none. */
export async function findKit(q: Queryable, ownerId: string): Promise<BrandKit> {
  return (
    (await findRow(q, BrandKit, 'select colors, template_id, logo from brand_kits where owner_id = $1', [ownerId])) ??
    EMPTY_KIT
  )
}

/** Replaces the kit of an account. */
export async function saveKit(
  tx: Tx,
  { ownerId, kit, at }: { readonly ownerId: string; readonly kit: BrandKit; readonly at: Date },
): Promise<BrandKit> {
  return queryRow(
    tx,
    BrandKit,
    `insert into brand_kits (owner_id, colors, template_id, updated_at, logo) values ($1, $2, $3, $4, $5)
     on conflict (owner_id) do update set colors = excluded.colors, template_id = excluded.template_id, updated_at = excluded.updated_at,
       logo = excluded.logo
     returning colors, template_id, logo`,
    [ownerId, JSON.stringify(kit.colors), kit.templateId, at, kit.logo && JSON.stringify(kit.logo)],
  )
}

/** Deletes the kit of a deleted account, in the transaction that deletes it. */
export async function deleteKitOf(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'delete from brand_kits where owner_id = $1', [ownerId])
}
