import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'
import { CaseState, type ReportedKind, ReportCase, stateAfterReport } from '../model/index.ts'
import type { ReportedThing } from './deps.ts'

const Row = z.object({
  id: z.string(),
  kind: ReportCase.shape.kind,
  subjectId: z.string(),
  linkId: z.string(),
  ownerId: z.string().nullable(),
  title: z.string(),
  state: CaseState,
  reports: z.int(),
  createdAt: z.date(),
  changedAt: z.date(),
  decidedAt: z.date().nullable(),
  reason: z.string().nullable(),
  objection: z.string().nullable(),
  objectedAt: z.date().nullable(),
})

/** A row of a case. */
export type StoredCase = z.output<typeof Row>

const COLUMNS =
  'id, kind, subject_id, link_id, owner_id, title, state, reports, created_at, changed_at, decided_at, reason, objection, objected_at'

/** Counts a report of a thing, and opens its case again unless the thing is down. @returns its case, locked */
export async function countReport(
  tx: Tx,
  { id, kind, thing, at }: { id: string; kind: ReportedKind; thing: ReportedThing; at: Date },
): Promise<StoredCase> {
  const counted = await queryRow(
    tx,
    Row,
    `insert into abuse_cases as c (id, kind, subject_id, link_id, owner_id, title, content_key, reports, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8)
     on conflict (kind, subject_id) do update set reports = c.reports + 1, link_id = excluded.link_id,
       title = excluded.title, content_key = excluded.content_key, changed_at = excluded.changed_at
     returning ${COLUMNS}`,
    [id, kind, thing.id, thing.linkId, thing.ownerId, thing.title, thing.contentKey, at],
  )
  const state = stateAfterReport(counted.state)
  if (state !== counted.state) await execute(tx, 'update abuse_cases set state = $2 where id = $1', [counted.id, state])
  return { ...counted, state }
}

/** A case; undefined if there is none. */
export async function findCase(q: Queryable, id: string): Promise<StoredCase | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from abuse_cases where id = $1`, [id])
}

/** Locks a case until the transaction ends. */
export async function lockCase(tx: Tx, id: string): Promise<StoredCase | undefined> {
  return findRow(tx, Row, `select ${COLUMNS} from abuse_cases where id = $1 for update`, [id])
}

/** The case of a thing; undefined if it was never reported. */
export async function findCaseOf(q: Queryable, kind: ReportedKind, subjectId: string): Promise<StoredCase | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from abuse_cases where kind = $1 and subject_id = $2`, [kind, subjectId])
}

/** Stores a decision. A takedown begins without an objection. */
export async function storeDecision(
  tx: Tx,
  o: { id: string; state: CaseState; reason: string; at: Date },
): Promise<void> {
  await execute(
    tx,
    `update abuse_cases set state = $2, reason = $3, decided_at = $4, changed_at = $4,
       objection = case when $2 = 'down' then null else objection end,
       objected_at = case when $2 = 'down' then null else objected_at end
     where id = $1`,
    [o.id, o.state, o.reason, o.at],
  )
}

/** Stores the owner's answer to a takedown. */
export async function storeObjection(tx: Tx, o: { id: string; text: string; at: Date }): Promise<void> {
  await execute(
    tx,
    `update abuse_cases set state = 'objected', objection = $2, objected_at = $3, changed_at = $3 where id = $1`,
    [o.id, o.text, o.at],
  )
}

const At = z.date().transform((at) => at.toISOString())
const ListedRow = ReportCase.extend({ createdAt: At, changedAt: At })

/** A page of cases. */
export type CasePage = {
  readonly state?: 'open' | 'decided' | undefined
  readonly kind?: ReportedKind | undefined
  readonly ownerId?: string | undefined
  /** The last id of the previous page. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Cases with their owners, the last change first. */
export async function listCases(q: Queryable, page: CasePage): Promise<ReportCase[]> {
  const { text, values } = listStatement(page)
  return queryRows(q, ListedRow, text, values)
}

/** The statement names only what it filters by, so that an index leads to each page. */
export function listStatement({ state, kind, ownerId, before, limit }: CasePage): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const conditions = [
    // Both states at once are read by the owner's index only.
    ...(state === undefined ? [] : [state === 'open' ? 'c.is_waiting' : 'not c.is_waiting']),
    ...(kind === undefined ? [] : [`c.kind = ${value(kind)}`]),
    ...(ownerId === undefined ? [] : [`c.owner_id = ${value(ownerId)}`]),
    ...(before === undefined
      ? []
      : [`(c.changed_at, c.id) < (select l.changed_at, l.id from abuse_cases l where l.id = ${value(before)})`]),
  ]
  const text = `select ${LISTED} from abuse_cases c left join users u on u.id = c.owner_id and u.deleted_at is null
     ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by c.changed_at desc, c.id desc limit ${value(limit)}`
  return { text, values }
}

const OWNER = `case when u.id is null then null else json_build_object('id', u.id, 'email', u.email,
  'name', u.display_name, 'isSuspended', u.suspended_at is not null) end as owner`
const LISTED = `c.id, c.kind, c.title, c.state, c.reports, c.created_at, c.changed_at, ${OWNER}`

const DetailsRow = ListedRow.extend(
  Row.pick({ subjectId: true, linkId: true, decidedAt: true, reason: true, objection: true, objectedAt: true }).shape,
)

/** A case with its owner, and the last decision; undefined if there is none. */
export async function findCaseDetails(q: Queryable, id: string): Promise<z.output<typeof DetailsRow> | undefined> {
  return findRow(
    q,
    DetailsRow,
    `select ${LISTED}, c.subject_id, c.link_id, c.decided_at, c.reason, c.objection, c.objected_at
     from abuse_cases c left join users u on u.id = c.owner_id and u.deleted_at is null where c.id = $1`,
    [id],
  )
}

/**
 * Whether a thing, or another copy of it that its owner has, is taken down.
 * @param o.contentKey equal for copies
 */
export async function isTakenDown(
  q: Queryable,
  o: { kind: ReportedKind; id: string; ownerId: string; contentKey: string },
): Promise<boolean> {
  const found = await execute(
    q,
    `select 1 from abuse_cases where kind = $1 and subject_id = $2 and is_down
     union all
     select 1 from abuse_cases where owner_id::text = $3 and content_key = $4 and kind = $1 and is_down limit 1`,
    [o.kind, o.id, o.ownerId, o.contentKey],
  )
  return found > 0
}

/** Cases of an owner, for their data export; at most 500. */
export async function listCasesOf(q: Queryable, ownerId: string): Promise<StoredCase[]> {
  return queryRows(
    q,
    Row,
    `select ${COLUMNS} from abuse_cases where owner_id = $1 order by changed_at desc, id desc limit 500`,
    [ownerId],
  )
}

/** Removes an erased owner from their cases; the reports and decisions stay. */
export async function forgetOwner(tx: Tx, ownerId: string): Promise<void> {
  await execute(
    tx,
    `update abuse_cases set owner_id = null, title = '', objection = null,
     state = case when state = 'objected' then 'upheld' else state end where owner_id = $1`,
    [ownerId],
  )
}
