import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import { lookNameKey, type OwnLook, SavedLook } from '../model/index.ts'

const Row = z.object({
  id: z.string(),
  ownerId: z.string(),
  name: z.string(),
  look: SavedLook,
  isShared: z.boolean(),
  linkToken: z.string().nullable(),
  createdAt: z.date(),
})

/** A row of an own look. */
export type StoredLook = z.output<typeof Row>

const OwnedRow = Row.extend({ removedAt: z.date().nullable() })

const Count = z.object({ rows: z.int() })

const COLUMNS = 'id, owner_id, name, look, is_shared, link_token, created_at'

/** An owner's looks, newest first; without removed ones. */
export async function listLooks(q: Queryable, ownerId: string): Promise<StoredLook[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from own_looks where owner_id = $1 and removed_at is null order by created_at desc, id`,
    [ownerId],
  )
}

/** The looks that these owners share with their collaborators, by name. */
export async function listSharedLooks(q: Queryable, ownerIds: readonly string[]): Promise<StoredLook[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from own_looks where owner_id = any($1) and is_shared and removed_at is null order by name_key, id`,
    [ownerIds],
  )
}

/** A look that is not removed. */
export async function findLook(q: Queryable, id: string): Promise<StoredLook | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from own_looks where id = $1 and removed_at is null`, [id])
}

/** The look with this token in its link. */
export async function findLinkedLook(q: Queryable, token: string): Promise<StoredLook | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from own_looks where link_token = $1 and removed_at is null`, [token])
}

/** Inserts a look. Its name must be free. */
export async function insertLook(
  tx: Tx,
  o: Pick<StoredLook, 'id' | 'ownerId' | 'name' | 'look' | 'createdAt'>,
): Promise<StoredLook> {
  return queryRow(
    tx,
    Row,
    `insert into own_looks (id, owner_id, name, name_key, look, created_at) values ($1, $2, $3, $4, $5, $6)
     returning ${COLUMNS}`,
    [o.id, o.ownerId, o.name, lookNameKey(o.name), JSON.stringify(o.look), o.createdAt],
  )
}

type Named = { readonly ownerId: string; readonly id: string }

/** Renames a look. @returns undefined if the owner has none with this id */
export async function setName(tx: Tx, { ownerId, id, name }: Named & { name: string }) {
  return change(tx, 'name = $3, name_key = $4', { ownerId, id, values: [name, lookNameKey(name)] })
}

/** Shows a look to collaborators, or no longer. @returns undefined if the owner has none with this id */
export async function setShared(tx: Tx, { ownerId, id, isShared }: Named & { isShared: boolean }) {
  return change(tx, 'is_shared = $3', { ownerId, id, values: [isShared] })
}

/** Gives a look a link unless it has one. @returns undefined if the owner has none with this id */
export async function addLink(tx: Tx, { ownerId, id, token }: Named & { token: string }) {
  return change(tx, 'link_token = coalesce(link_token, $3)', { ownerId, id, values: [token] })
}

/** @returns undefined if the owner has no look with this id */
export async function clearLink(tx: Tx, { ownerId, id }: Named) {
  return change(tx, 'link_token = null', { ownerId, id, values: [] })
}

/** Removes a look; one that is removed stays so. @returns false if the owner has none with this id */
export async function markRemoved(tx: Tx, { ownerId, id, at }: Named & { at: Date }): Promise<boolean> {
  const changed = await execute(
    tx,
    'update own_looks set removed_at = coalesce(removed_at, $3) where owner_id = $1 and id = $2',
    [ownerId, id, at],
  )
  return changed === 1
}

/** A look of the owner, removed or not. */
export async function findOwnedLook(q: Queryable, { ownerId, id }: Named) {
  return findRow(q, OwnedRow, `select ${COLUMNS}, removed_at from own_looks where owner_id = $1 and id = $2`, [
    ownerId,
    id,
  ])
}

/** Restores a removed look under a free name. */
export async function clearRemoved(tx: Tx, { ownerId, id, name }: Named & { name: string }): Promise<StoredLook> {
  return queryRow(
    tx,
    Row,
    `update own_looks set removed_at = null, name = $3, name_key = $4 where owner_id = $1 and id = $2
     returning ${COLUMNS}`,
    [ownerId, id, name, lookNameKey(name)],
  )
}

/** The number of an owner's rows, with removed ones. */
export async function countRows(q: Queryable, ownerId: string): Promise<number> {
  const { rows } = await queryRow(q, Count, 'select count(*)::int as rows from own_looks where owner_id = $1', [
    ownerId,
  ])
  return rows
}

/** Deletes a batch of rows that were removed before a given time. */
export async function deleteRemovedLooks(tx: Tx, before: Date, most: number): Promise<number> {
  return execute(
    tx,
    `delete from own_looks where id in (
       select id from own_looks where removed_at < $1 order by removed_at limit $2 for update skip locked
     )`,
    [before, most],
  )
}

/** Deletes all looks of an owner. @returns the number */
export async function deleteLooksOf(tx: Tx, ownerId: string): Promise<number> {
  return execute(tx, 'delete from own_looks where owner_id = $1', [ownerId])
}

/** A stored look as the API returns it. @param sharedBy the owner's name, for their collaborators */
export function ownLookOf(
  { id, name, look, isShared, linkToken, createdAt }: StoredLook,
  sharedBy: string | null = null,
): OwnLook {
  return {
    id,
    name,
    look,
    isShared,
    linkToken: sharedBy === null ? linkToken : null,
    sharedBy,
    createdAt: createdAt.toISOString(),
  }
}

async function change(
  tx: Tx,
  assignments: string,
  { ownerId, id, values }: Named & { values: readonly unknown[] },
): Promise<StoredLook | undefined> {
  return findRow(
    tx,
    Row,
    `update own_looks set ${assignments} where owner_id = $1 and id = $2 and removed_at is null returning ${COLUMNS}`,
    [ownerId, id, ...values],
  )
}
