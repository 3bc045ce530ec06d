import { createHash } from 'node:crypto'
import type { Queryable } from '#platform/server/db.ts'
import type { SavedLook } from '../model/index.ts'
import { findLinkedLook, findLook } from './collection-rows.ts'

/** Looks with a link as public pages, for reports. */
export const publicLooks = {
  /** The look behind a token; undefined if its link was revoked or the look removed. */
  async find(q: Queryable, token: string) {
    const found = await findLinkedLook(q, token)
    if (found === undefined) return undefined
    const { id, ownerId, name, look } = found
    return { id, linkId: id, ownerId, title: name, contentKey: lookKeyOf(look) }
  },
  /** The token of the link of a look; null without one. */
  async tokenOf(q: Queryable, { id }: { id: string }): Promise<string | null> {
    return (await findLook(q, id))?.linkToken ?? null
  },
}

/** Equal for stored looks that are copies of each other, whatever their names. */
export function lookKeyOf(look: SavedLook): string {
  return createHash('sha256').update(JSON.stringify(look)).digest('hex')
}
