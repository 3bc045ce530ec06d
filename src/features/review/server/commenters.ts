import { allows } from '#features/collaboration/model/index.ts'
import { listPeople, type PersonWithAccess } from '#features/collaboration/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'

/** The people who read and write comments on an owner's videos, by name: everybody but viewers. */
export async function listCommenters(q: Queryable, ownerId: string): Promise<PersonWithAccess[]> {
  return (await listPeople(q, ownerId)).filter(({ access }) => allows(access, 'comment'))
}
