import { z } from 'zod'
import { readAccess } from '#features/collaboration/server/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { type Person, PRESENCE_MS } from '../../model/index.ts'
import { NAME } from '../storage/batch-rows.ts'

/** One open editor. */
export type Client = { readonly projectId: string; readonly clientId: string; readonly userId: string }

const KnownRow = z.object({ known: z.boolean() })

/** Records that an editor is open. @returns true when it was not open before */
export async function recordPresence(tx: Tx, { projectId, clientId, userId }: Client, now: Date): Promise<boolean> {
  const row = await findRow(
    tx,
    KnownRow,
    `with before as (
       select seen_at from caption_presence where project_id = $1 and client_id = $2)
     insert into caption_presence (project_id, client_id, user_id, seen_at) values ($1, $2, $3, $4)
     on conflict (project_id, client_id) do update set user_id = excluded.user_id, seen_at = excluded.seen_at
     returning exists (select 1 from before where seen_at > $5) as known`,
    [projectId, clientId, userId, now, oldest(now)],
  )
  return row?.known !== true
}

/** Records that an editor was closed. @returns true when it was open before */
export async function removePresence(q: Queryable, { projectId, clientId, userId }: Client): Promise<boolean> {
  const changed = await execute(
    q,
    'delete from caption_presence where project_id = $1 and client_id = $2 and user_id = $3',
    [projectId, clientId, userId],
  )
  return changed === 1
}

const Row = z.object({ userId: z.string(), name: z.string(), ownerId: z.string() })

/** The other people who have the project open and may see it, by name; each once, even with several windows. */
export async function readOthersPresent(
  q: Queryable,
  { userId, ...project }: { projectId: string; userId: string; now: Date },
): Promise<Person[]> {
  return (await readPeoplePresent(q, project)).filter((person) => person.userId !== userId)
}

/** The people who have the project open and may see it, by name; each once, even with several windows. */
export async function readPeoplePresent(
  q: Queryable,
  { projectId, now }: { projectId: string; now: Date },
): Promise<Person[]> {
  const rows = await queryRows(
    q,
    Row,
    `select distinct p.user_id, ${NAME} as name, j.owner_id
     from caption_presence p join users u on u.id::text = p.user_id join projects j on j.id = p.project_id
     where p.project_id = $1 and p.seen_at > $2 and u.deleted_at is null
     order by name, p.user_id limit 50`,
    [projectId, oldest(now)],
  )
  const people = await Promise.all(
    rows.map(async ({ userId: other, name, ownerId }) => {
      const role = await readAccess(q, ownerId, other)
      return role === undefined ? [] : [{ userId: other, name, role }]
    }),
  )
  return people.flat()
}

/**
 * Deletes the rows of vanished pages, except locked ones: two pages that return at once each hold their own row, and
 * would wait for one another.
 */
export async function deleteExpiredPresence(q: Queryable, projectId: string, now: Date): Promise<void> {
  await execute(
    q,
    `delete from caption_presence where project_id = $1 and client_id in
       (select client_id from caption_presence where project_id = $1 and seen_at <= $2 for update skip locked)`,
    [projectId, oldest(now)],
  )
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - PRESENCE_MS)
}
