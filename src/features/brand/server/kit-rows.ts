import { z } from 'zod'
import { type BrandKitRef, isSameValue } from '#features/captions/model/index.ts'
import { TEMPLATES } from '#features/templates/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow } from '#platform/server/rows.ts'
import { BrandKit, EMPTY_KIT, kitStyleOf, type SavedKit } from '../model/index.ts'

const Row = BrandKit.extend({ id: z.string(), revision: z.number(), templateVersion: z.number().nullable() })
type Row = z.output<typeof Row>

const COLUMNS = 'id, revision, colors, template_id, template_version, patch, logo, title, closing, is_followed_by_new'

/** The kit of an account; empty if it saved none. */
export async function findKit(q: Queryable, ownerId: string): Promise<SavedKit> {
  const row = await findRow(q, Row, `select ${COLUMNS} from brand_kits where owner_id = $1`, [ownerId])
  return row === undefined ? EMPTY_KIT : savedKit(row)
}

/** The kit that new videos of an account follow; null for none. */
export async function findKitForNewVideo(q: Queryable, ownerId: string): Promise<BrandKitRef | null> {
  const { isFollowedByNew, follow } = await findKit(q, ownerId)
  const setsNothing = Object.keys(follow?.style ?? {}).length === 0
  return isFollowedByNew && !setsNothing ? follow : null
}

/**
 * Replaces the kit of an account. Its revision counts changes of what videos follow, so that new colours alone leave
 * them up to date.
 */
export async function saveKit(
  tx: Tx,
  { ownerId, kit, at }: { readonly ownerId: string; readonly kit: BrandKit; readonly at: Date },
): Promise<SavedKit> {
  await execute(
    tx,
    `insert into brand_kits (owner_id, colors, updated_at) values ($1, '[]', $2) on conflict (owner_id) do nothing`,
    [ownerId, at],
  )
  const before = await queryRow(tx, Row, `select ${COLUMNS} from brand_kits where owner_id = $1 for update`, [ownerId])
  const isSameTemplate = kit.templateId === before.templateId
  const templateVersion = isSameTemplate ? versionOf(before) : newestVersion(kit.templateId)
  const isSame = isSameValue(kitStyleOf(before, versionOf(before)), kitStyleOf(kit, templateVersion))
  const saved = await queryRow(
    tx,
    Row,
    `update brand_kits set colors = $2, template_id = $3, template_version = $4, patch = $5, logo = $6,
       title = $7, closing = $8, is_followed_by_new = $9, revision = revision + $10, updated_at = $11
     where owner_id = $1 returning ${COLUMNS}`,
    [
      ownerId,
      JSON.stringify(kit.colors),
      kit.templateId,
      templateVersion,
      kit.patch && JSON.stringify(kit.patch),
      kit.logo && JSON.stringify(kit.logo),
      kit.title && JSON.stringify(kit.title),
      kit.closing && JSON.stringify(kit.closing),
      kit.isFollowedByNew,
      isSame ? 0 : 1,
      at,
    ],
  )
  return savedKit(saved)
}

/** Deletes the kit of a deleted account, in the transaction that deletes it. */
export async function deleteKitOf(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'delete from brand_kits where owner_id = $1', [ownerId])
  await execute(tx, 'delete from brand_restyles where owner_id = $1', [ownerId])
}

function savedKit({ id, revision, templateVersion, ...kit }: Row): SavedKit {
  const style = kitStyleOf(kit, versionOf({ ...kit, templateVersion }))
  return { ...kit, follow: Object.keys(style).length === 0 && revision === 1 ? null : { id, revision, style } }
}

/** The version that the kit was saved with; the newest for one that was saved before videos could follow it. */
function versionOf({ templateId, templateVersion }: Pick<Row, 'templateId' | 'templateVersion'>): number | null {
  return templateVersion ?? newestVersion(templateId)
}

/** Null for an id that no template has. */
function newestVersion(templateId: string | null): number | null {
  return TEMPLATES.find(({ id }) => id === templateId)?.version ?? null
}
