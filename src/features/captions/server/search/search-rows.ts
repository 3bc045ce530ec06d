import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bytea, execute, queryRows } from '#platform/server/rows.ts'
import type { KeyQuery } from '../../model/search/search-terms.ts'
import type { SearchSection } from './search-sections-task.ts'

const IdRow = z.object({ id: z.string() })

/**
 * Captions with a stale index, the last edited first.
 * @param o.quietSince leaves out captions edited since, unless they were indexed before `indexedBefore`
 */
export async function findDueCaptions(
  q: Queryable,
  o: { readonly quietSince: Date; readonly indexedBefore: Date; readonly most: number },
): Promise<string[]> {
  const rows = await queryRows(
    q,
    IdRow,
    `select project_id as id from caption_documents
     where indexed_state is distinct from state
       and (updated_at < $1 or coalesce(indexed_at, '-infinity') < $2)
     order by updated_at desc limit $3`,
    [o.quietSince, o.indexedBefore, o.most],
  )
  return rows.map(({ id }) => id)
}

/** The captions of these owners with a stale index, the last edited first. */
export async function findStaleCaptions(q: Queryable, ownerIds: readonly string[], most: number): Promise<string[]> {
  const rows = await queryRows(
    q,
    IdRow,
    `select d.project_id as id from caption_documents d join projects p on p.id = d.project_id
     where d.indexed_state is distinct from d.state and p.owner_id = any($1::text[]) and p.removed_at is null
     order by d.updated_at desc limit $2`,
    [ownerIds, most],
  )
  return rows.map(({ id }) => id)
}

/** Replaces the sections of captions. @param o.state the state of the captions that they were made of */
export async function replaceSections(
  tx: Tx,
  o: {
    readonly projectId: string
    readonly ownerId: string
    readonly state: string
    readonly sections: readonly SearchSection[]
  },
): Promise<void> {
  const { projectId, sections } = o
  // Locks the row: of two concurrent writers, the state of the last one goes with its sections.
  const found = await execute(
    tx,
    'update caption_documents set indexed_state = $2, indexed_at = now() where project_id = $1',
    [projectId, o.state],
  )
  if (found === 0) return
  await execute(tx, 'delete from caption_search_sections where project_id = $1', [projectId])
  const scope = scopeOf(o.ownerId)
  await execute(
    tx,
    `insert into caption_search_sections (project_id, section, keys, sentences)
     select $1::uuid, place - 1, array_to_tsvector(array(select jsonb_array_elements_text(keys::jsonb))), sentences
     from unnest($2::text[], $3::bytea[]) with ordinality as given (keys, sentences, place)`,
    [
      projectId,
      sections.map(({ keys }) => JSON.stringify(keys.map((key) => scope + key))),
      sections.map(({ packed }) => Buffer.from(packed)),
    ],
  )
}

const SectionRow = z.object({ projectId: z.string(), section: z.number() })
/** The name of a section. */
export type SectionName = z.output<typeof SectionRow>

/** The sections that have all keys, in the videos of these owners: those of the newest video first. */
export async function findSections(
  q: Queryable,
  o: { readonly ownerIds: readonly string[]; readonly keys: readonly KeyQuery[]; readonly most: number },
): Promise<SectionName[]> {
  return queryRows(
    q,
    SectionRow,
    `select s.project_id, s.section from caption_search_sections s join projects p on p.id = s.project_id
     where s.keys @@ $1::tsquery and p.owner_id = any($2::text[]) and p.removed_at is null
     order by p.created_at desc, p.id, s.section limit $3`,
    [tsqueryOf(o), o.ownerIds, o.most],
  )
}

const SentencesRow = z.object({ projectId: z.string(), packed: bytea })

/** The packed sentences of sections, in the order of the names. */
export async function readSections(
  q: Queryable,
  names: readonly SectionName[],
): Promise<z.output<typeof SentencesRow>[]> {
  return queryRows(
    q,
    SentencesRow,
    `select s.project_id, s.sentences as packed
     from unnest($1::uuid[], $2::integer[]) with ordinality as wanted (project_id, section, place)
     join caption_search_sections s using (project_id, section) order by wanted.place`,
    [names.map(({ projectId }) => projectId), names.map(({ section }) => section)],
  )
}

/** Eight characters that stand for an owner; two owners may share them, so rows are also filtered by owner. */
function scopeOf(ownerId: string): string {
  return createHash('sha256').update(ownerId).digest('base64url').slice(0, 8)
}

/** Keys are letters, digits and marks: none needs an escape. */
function tsqueryOf({ ownerIds, keys }: { ownerIds: readonly string[]; keys: readonly KeyQuery[] }): string {
  const ofOwner = (scope: string) =>
    keys.map(({ key, isPrefix }) => `'${scope}${key}'${isPrefix ? ':*' : ''}`).join(' & ')
  return ownerIds.map((ownerId) => `(${ofOwner(scopeOf(ownerId))})`).join(' | ')
}
