import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bytea, execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import { type ChangeText, DECIDED_SHOWN } from '../../model/index.ts'
import { NAME } from '../storage/batch-rows.ts'

const ViewRow = z.object({
  id: z.string(),
  label: z.string(),
  wordIds: z.array(z.string()),
  textBefore: z.string().nullable(),
  textAfter: z.string().nullable(),
  state: z.enum(['waiting', 'accepted', 'declined']),
  isUnfit: z.boolean(),
  createdAt: z.date(),
  authorId: z.string(),
  authorName: z.string().nullable(),
  decidedBy: z.string().nullable(),
  deciderName: z.string().nullable(),
})

/** A suggestion without its commands. */
export type SuggestionRow = z.output<typeof ViewRow>

const VIEW = `select s.id, s.label, s.word_ids, s.text_before, s.text_after, s.state, s.is_unfit, s.created_at,
    s.author_id, ${NAME} as author_name, s.decided_by,
    coalesce(nullif(d.display_name, ''), split_part(d.email, '@', 1)) as decider_name
  from caption_suggestions s
    left join users u on u.id::text = s.author_id and u.deleted_at is null
    left join users d on d.id::text = s.decided_by and d.deleted_at is null`

/** The waiting suggestions of a project, oldest first. */
export async function listWaiting(q: Queryable, projectId: string): Promise<SuggestionRow[]> {
  return queryRows(q, ViewRow, `${VIEW} where s.project_id = $1 and s.state = 'waiting' order by s.place`, [projectId])
}

/** The last accepted and declined suggestions of a project, newest first. */
export async function listDecided(q: Queryable, projectId: string): Promise<SuggestionRow[]> {
  return queryRows(
    q,
    ViewRow,
    `${VIEW} where s.project_id = $1 and s.state in ('accepted', 'declined')
     order by s.decided_at desc, s.place desc limit $2`,
    [projectId, DECIDED_SHOWN],
  )
}

const CommandsRow = z.object({
  id: z.string(),
  authorId: z.string(),
  baseRevision: z.int(),
  buildsOn: z.array(z.string()),
  /** For `unpackChanges`. */
  changes: bytea,
  state: z.enum(['waiting', 'accepted', 'declined', 'withdrawn']),
  /** The revision it made; null unless it was accepted. */
  revision: z.int().nullable(),
})

/** A suggestion with its commands. */
export type StoredSuggestion = z.output<typeof CommandsRow>

const COMMANDS = 'select id, author_id, base_revision, builds_on, changes, state, revision from caption_suggestions'

/** These suggestions of a project, oldest first. */
export async function findSuggestions(
  q: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<StoredSuggestion[]> {
  if (ids.length === 0) return []
  return queryRows(q, CommandsRow, `${COMMANDS} where project_id = $1 and id = any ($2::uuid[]) order by place`, [
    projectId,
    ids,
  ])
}

/** The waiting suggestions of an author, oldest first. */
export async function listOwnWaiting(q: Queryable, projectId: string, authorId: string): Promise<StoredSuggestion[]> {
  return queryRows(
    q,
    CommandsRow,
    `${COMMANDS} where project_id = $1 and author_id = $2 and state = 'waiting' order by place`,
    [projectId, authorId],
  )
}

/** Locks a suggestion until the transaction ends. @returns whether it waits */
export async function lockWaiting(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const locked = await execute(
    tx,
    `select 1 from caption_suggestions where project_id = $1 and id = $2 and state = 'waiting' for update`,
    [projectId, id],
  )
  return locked === 1
}

const LoadRow = z.object({ count: z.int(), jsonBytes: z.int() })

/** The number of waiting suggestions of a project, and the bytes of their commands. */
export async function countWaiting(q: Queryable, projectId: string): Promise<z.output<typeof LoadRow>> {
  return queryRow(
    q,
    LoadRow,
    `select count(*)::integer as count, coalesce(sum(json_bytes), 0)::integer as json_bytes
     from caption_suggestions where project_id = $1 and state = 'waiting'`,
    [projectId],
  )
}

/** A suggestion to insert. */
export type NewSuggestion = ChangeText & {
  readonly id: string
  readonly projectId: string
  readonly authorId: string
  readonly baseRevision: number
  readonly buildsOn: readonly string[]
  readonly changes: Uint8Array
  readonly jsonBytes: number
  readonly label: string
  readonly at: Date
}

/** Inserts a waiting suggestion. */
export async function insertSuggestion(tx: Tx, o: NewSuggestion): Promise<void> {
  await execute(
    tx,
    `insert into caption_suggestions (id, project_id, author_id, base_revision, builds_on, changes, json_bytes, label,
       word_ids, text_before, text_after, state, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting', $12)`,
    [
      o.id,
      o.projectId,
      o.authorId,
      o.baseRevision,
      o.buildsOn,
      Buffer.from(o.changes),
      o.jsonBytes,
      o.label,
      o.wordIds,
      o.before,
      o.after,
      o.at,
    ],
  )
}

const OwnerRow = z.object({ projectId: z.string(), authorId: z.string() })

/** The project and author of a suggestion; undefined if there is none. */
export async function ownerOfSuggestion(q: Queryable, id: string): Promise<z.output<typeof OwnerRow> | undefined> {
  return findRow(q, OwnerRow, 'select project_id, author_id from caption_suggestions where id = $1', [id])
}

/** A decision about waiting suggestions. */
export type SuggestionDecision = {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly state: 'accepted' | 'declined' | 'withdrawn'
  readonly by: string
  readonly at: Date
  /** The revision that an accepted one made. */
  readonly revision?: number
  /** Leaves suggestions of others. */
  readonly onlyOf?: string
}

/** Decides waiting suggestions; leaves others. @returns the number of decided ones */
export async function decideWaiting(tx: Tx, o: SuggestionDecision): Promise<number> {
  return execute(
    tx,
    `update caption_suggestions set state = $3, decided_by = $4, decided_at = $5, revision = $6
     where project_id = $1 and id = any ($2::uuid[]) and state = 'waiting' and author_id = coalesce($7, author_id)`,
    [o.projectId, o.ids, o.state, o.by, o.at, o.revision ?? null, o.onlyOf ?? null],
  )
}

/** Marks a waiting suggestion that conflicts with newer captions. @returns false if it no longer waits */
export async function markUnfit(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const changed = await execute(
    tx,
    `update caption_suggestions set is_unfit = true where project_id = $1 and id = $2 and state = 'waiting'`,
    [projectId, id],
  )
  return changed === 1
}

/** Days that decided suggestions are kept; accepted ones stay as long as the history names who accepted them. */
const KEPT_DAYS = 30

/** Deletes old decided suggestions that neither a waiting one nor the history needs. */
export async function deleteOldSuggestions(q: Queryable, now: Date): Promise<void> {
  await execute(
    q,
    `delete from caption_suggestions s where state <> 'waiting' and decided_at < $1
       and not exists (select 1 from caption_batches b where b.project_id = s.project_id and b.batch_id = s.id)
       and not exists (select 1 from caption_suggestions later
         where later.project_id = s.project_id and later.state = 'waiting' and s.id = any (later.builds_on))`,
    [new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1_000)],
  )
}

const OwnRow = z.object({
  projectId: z.string(),
  label: z.string(),
  textBefore: z.string().nullable(),
  textAfter: z.string().nullable(),
  state: z.string(),
  createdAt: z.date(),
})

/** Everything that an account suggested, oldest first. */
export async function listSuggestionsBy(q: Queryable, userId: string): Promise<z.output<typeof OwnRow>[]> {
  return queryRows(
    q,
    OwnRow,
    `select project_id, label, text_before, text_after, state, created_at from caption_suggestions
     where author_id = $1 order by place`,
    [userId],
  )
}

const ProjectRow = z.object({ projectId: z.string() })

/** Deletes the undecided and unaccepted suggestions of an account. @returns the projects they belonged to */
export async function deleteSuggestionsBy(tx: Tx, userId: string): Promise<string[]> {
  const rows = await queryRows(
    tx,
    ProjectRow,
    `delete from caption_suggestions where author_id = $1 and state <> 'accepted' returning project_id`,
    [userId],
  )
  return [...new Set(rows.map(({ projectId }) => projectId))]
}
