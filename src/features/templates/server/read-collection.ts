import type { OwnLook } from '../model/index.ts'
import type { TemplatesDeps } from './deps.ts'
import { findLook, listLooks, listSharedLooks, ownLookOf, type StoredLook } from './collection-rows.ts'
import { lookNotFound } from './save-to-collection.ts'

type Deps = Pick<TemplatesDeps, 'db' | 'listTeams'>

/** The looks of a user, newest first, then those that owners share with them. */
export async function readLooks(deps: Deps, userId: string): Promise<OwnLook[]> {
  const owners = await sharingOwners(deps, userId)
  const [own, shared] = await Promise.all([listLooks(deps.db, userId), listSharedLooks(deps.db, [...owners.keys()])])
  return [
    ...own.map((look) => ownLookOf(look)),
    ...shared.map((look) => ownLookOf(look, owners.get(look.ownerId) ?? '')),
  ]
}

/** A look that a user may use: their own, or one shared with them. @throws AppError `not_found` */
export async function findUsableLook(deps: Deps, userId: string, id: string): Promise<StoredLook> {
  const look = await findLook(deps.db, id)
  if (look === undefined) throw lookNotFound()
  if (look.ownerId === userId) return look
  if (!look.isShared || !(await sharingOwners(deps, userId)).has(look.ownerId)) throw lookNotFound()
  return look
}

/** The owners whose collaborator a user is, by id, with their names; without those whose plan has no seat for them. */
async function sharingOwners({ db, listTeams }: Deps, userId: string): Promise<ReadonlyMap<string, string>> {
  const teams = await listTeams(db, userId)
  return new Map(teams.filter(({ suspended }) => !suspended).map(({ ownerId, ownerName }) => [ownerId, ownerName]))
}
