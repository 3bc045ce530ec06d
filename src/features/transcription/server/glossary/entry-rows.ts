import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import { StoredEntry } from '../../model/glossary/contract.ts'
import { entryKey, type GlossaryEntry, MAX_GLOSSARY_ENTRIES } from '../../model/glossary/entry.ts'

const COLUMNS = 'id, project_id, heard, write, language'

/** The glossary of all videos of an owner, or of one video. */
export type GlossaryPlace = { readonly ownerId: string; readonly projectId: string | null }

/** The entries of one glossary, newest first. */
export function listEntries(q: Queryable, { ownerId, projectId }: GlossaryPlace): Promise<StoredEntry[]> {
  return queryRows(
    q,
    StoredEntry,
    `select ${COLUMNS} from glossary_entries where owner_id = $1 and project_id is not distinct from $2
     order by created_at desc, id`,
    [ownerId, projectId],
  )
}

/** The entries that apply to a video: its own before those of its owner. */
export function listEntriesFor(
  q: Queryable,
  o: { readonly ownerId: string; readonly projectId: string },
): Promise<StoredEntry[]> {
  return queryRows(
    q,
    StoredEntry,
    `select ${COLUMNS} from glossary_entries where owner_id = $1 and (project_id is null or project_id = $2)
     order by project_id nulls last, created_at, id`,
    [o.ownerId, o.projectId],
  )
}

/** Every entry of an owner, for the data export. */
export function listEntriesOf(q: Queryable, ownerId: string): Promise<StoredEntry[]> {
  return queryRows(
    q,
    StoredEntry,
    `select ${COLUMNS} from glossary_entries where owner_id = $1 order by created_at, id`,
    [ownerId],
  )
}

const OwnedEntry = StoredEntry.extend({ ownerId: z.string() })
const Count = z.object({ entries: z.int() })

/** How many entries an owner has, those of videos included. */
export async function countEntries(q: Queryable, ownerId: string): Promise<number> {
  const sql = 'select count(*)::int as entries from glossary_entries where owner_id = $1'
  return (await queryRow(q, Count, sql, [ownerId])).entries
}

type Dated = GlossaryPlace & { readonly at: Date }

/** Adds an entry, or changes the one for the same words. */
export function upsertEntry(tx: Tx, id: string, entry: GlossaryEntry, place: Dated): Promise<StoredEntry> {
  return queryRow(
    tx,
    StoredEntry,
    `insert into glossary_entries (id, owner_id, project_id, entry_key, heard, write, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (owner_id, project_id, entry_key) do update set heard = excluded.heard, write = excluded.write
     returning ${COLUMNS}`,
    [id, place.ownerId, place.projectId, entryKey(entry), entry.heard, entry.write, entry.language, place.at],
  )
}

/** Adds entries at once; those for the same words change. @param ids one for each entry */
export async function upsertEntries(
  tx: Tx,
  entries: readonly (GlossaryEntry & { readonly id: string })[],
  place: Dated,
): Promise<void> {
  await execute(
    tx,
    `insert into glossary_entries (id, owner_id, project_id, entry_key, heard, write, language, created_at)
     select id, $2, $3, entry_key, heard, write, language, $8
     from unnest($1::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
       as entry (id, entry_key, heard, write, language)
     on conflict (owner_id, project_id, entry_key) do update set heard = excluded.heard, write = excluded.write`,
    [
      entries.map(({ id }) => id),
      place.ownerId,
      place.projectId,
      entries.map(entryKey),
      entries.map(({ heard }) => heard),
      entries.map(({ write }) => write),
      entries.map(({ language }) => language),
      place.at,
    ],
  )
}

/** Changes an entry. @returns undefined when this glossary has none with this id */
export function updateEntry(
  tx: Tx,
  id: string,
  entry: GlossaryEntry,
  place: GlossaryPlace,
): Promise<StoredEntry | undefined> {
  return findRow(
    tx,
    StoredEntry,
    `update glossary_entries set entry_key = $4, heard = $5, write = $6, language = $7
     where id = $1 and owner_id = $2 and project_id is not distinct from $3 returning ${COLUMNS}`,
    [id, place.ownerId, place.projectId, entryKey(entry), entry.heard, entry.write, entry.language],
  )
}

/** @returns false when this glossary has no entry with this id */
export async function deleteEntry(tx: Tx, id: string, { ownerId, projectId }: GlossaryPlace): Promise<boolean> {
  const sql = 'delete from glossary_entries where id = $1 and owner_id = $2 and project_id is not distinct from $3'
  return (await execute(tx, sql, [id, ownerId, projectId])) === 1
}

/** Copies the entries of a video to its duplicate, as far as the account has room for them. */
export async function copyEntries(
  tx: Tx,
  { newId }: { newId(): string },
  o: { readonly from: string; readonly to: string },
): Promise<void> {
  const entries = await queryRows(
    tx,
    OwnedEntry,
    `select owner_id, ${COLUMNS} from glossary_entries where project_id = $1`,
    [o.from],
  )
  const [first] = entries
  if (first === undefined) return
  const { ownerId } = first
  if ((await countEntries(tx, ownerId)) + entries.length > MAX_GLOSSARY_ENTRIES) return
  const sql = `insert into glossary_entries (id, owner_id, project_id, entry_key, heard, write, language, created_at)
    select copy.id, owner_id, $1, entry_key, heard, write, language, created_at
    from unnest($2::uuid[], $3::uuid[]) as copy (id, original) join glossary_entries on glossary_entries.id = original
    on conflict do nothing`
  await execute(tx, sql, [o.to, entries.map(newId), entries.map(({ id }) => id)])
}

/** Deletes the entries of a removed video. */
export async function deleteEntriesOfProject(tx: Tx, projectId: string): Promise<void> {
  await execute(tx, 'delete from glossary_entries where project_id = $1', [projectId])
}

/** Gives the entries of a video another owner. */
export async function changeEntryOwner(tx: Tx, o: { projectId: string; toId: string }): Promise<void> {
  await execute(tx, 'update glossary_entries set owner_id = $2 where project_id = $1', [o.projectId, o.toId])
}

/** Deletes every entry of an owner. */
export async function deleteEntriesOf(tx: Tx, ownerId: string): Promise<void> {
  await execute(tx, 'delete from glossary_entries where owner_id = $1', [ownerId])
}
