import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { freeLookName, isSameLook, lookNameKey, lookOf, MAX_OWN_LOOKS, type SavedLook } from '../model/index.ts'
import type { TemplatesDeps } from './deps.ts'
import {
  clearRemoved,
  countRows,
  findOwnedLook,
  insertLook,
  listLooks,
  setName,
  type StoredLook,
} from './collection-rows.ts'

/** Looks of one account with those removed within a day, so that saving and removing in turn stays bounded. */
const MAX_ROWS = 5 * MAX_OWN_LOOKS

/** A look on its way to an account. */
type NewLook = {
  readonly ownerId: string
  readonly name: string
  readonly look: SavedLook
  /** Whether a name in use gets a number instead of a refusal. */
  readonly mayNumber: boolean
}

/**
 * Saves a look to an account.
 * @throws AppError `conflict` at `MAX_OWN_LOOKS` or for a name in use; `not_found` for an unknown template
 */
export async function saveLook(deps: TemplatesDeps, { ownerId, name, look, mayNumber }: NewLook): Promise<StoredLook> {
  // Refuses a template that was never published here.
  lookOf(look)
  return transaction(deps.db, async (tx) => {
    const looks = await lockLooks(tx, deps, ownerId)
    return addLook(tx, deps, { ownerId, name, look, mayNumber }, keysOf(looks))
  })
}

/**
 * Copies somebody's look to an account. Idempotent: an account that has the same look keeps that one.
 * @throws AppError `conflict` at `MAX_OWN_LOOKS`
 */
export async function takeLook(
  deps: TemplatesDeps,
  { ownerId, name, look }: Pick<NewLook, 'ownerId' | 'name' | 'look'>,
): Promise<StoredLook> {
  return transaction(deps.db, async (tx) => {
    const looks = await lockLooks(tx, deps, ownerId)
    const same = looks.find((own) => isSameLook(own.look, look))
    return same ?? addLook(tx, deps, { ownerId, name, look, mayNumber: true }, keysOf(looks))
  })
}

/** @throws AppError `conflict` for a name in use, `not_found` */
export async function renameLook(
  deps: TemplatesDeps,
  { ownerId, id, name }: { ownerId: string; id: string; name: string },
): Promise<StoredLook> {
  return transaction(deps.db, async (tx) => {
    const looks = await lockLooks(tx, deps, ownerId)
    rejectTaken(name, keysOf(looks.filter((look) => look.id !== id)))
    const renamed = await setName(tx, { ownerId, id, name })
    if (renamed === undefined) throw lookNotFound()
    return renamed
  })
}

/** Restores a removed look, with a number if its name is in use. @throws AppError `conflict` at the limit, `not_found` */
export async function restoreLook(
  deps: TemplatesDeps,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<StoredLook> {
  return transaction(deps.db, async (tx) => {
    const taken = keysOf(await lockLooks(tx, deps, ownerId))
    const found = await findOwnedLook(tx, { ownerId, id })
    if (found === undefined) throw lookNotFound()
    if (found.removedAt === null) return found
    rejectFull(taken)
    return clearRemoved(tx, { ownerId, id, name: freeLookName(found.name, taken) })
  })
}

/** The refusal for a look that does not exist, or not for the caller. */
export function lookNotFound(): AppError {
  return new AppError('not_found', 'Look not found')
}

async function addLook(
  tx: Tx,
  deps: TemplatesDeps,
  { ownerId, name, look, mayNumber }: NewLook,
  taken: ReadonlySet<string>,
): Promise<StoredLook> {
  rejectFull(taken)
  if ((await countRows(tx, ownerId)) >= MAX_ROWS) {
    throw new AppError('conflict', 'You saved and deleted very many looks today. Try again tomorrow.')
  }
  const free = mayNumber ? freeLookName(name, taken) : name
  rejectTaken(free, taken)
  return insertLook(tx, { id: deps.newId(), ownerId, name: free, look, createdAt: deps.now() })
}

/** Locks the account, so that of two equal names one waits and finds it taken. @returns its looks */
async function lockLooks(tx: Tx, { lockAccount }: TemplatesDeps, ownerId: string): Promise<readonly StoredLook[]> {
  if (!(await lockAccount(tx, ownerId))) throw new AppError('not_found', 'User not found')
  return listLooks(tx, ownerId)
}

function keysOf(looks: readonly StoredLook[]): ReadonlySet<string> {
  return new Set(looks.map(({ name }) => lookNameKey(name)))
}

function rejectFull(taken: ReadonlySet<string>): void {
  if (taken.size < MAX_OWN_LOOKS) return
  throw new AppError('conflict', `You have ${MAX_OWN_LOOKS} looks, which is the most. Delete one first.`, {
    most: MAX_OWN_LOOKS,
  })
}

function rejectTaken(name: string, taken: ReadonlySet<string>): void {
  if (!taken.has(lookNameKey(name))) return
  throw new AppError('conflict', `You have a look called “${name}”. Choose another name.`, { field: 'name' })
}
