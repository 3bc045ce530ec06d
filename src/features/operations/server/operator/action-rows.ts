import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { type ActionFilter, actionsOfKind, OperatorAction } from '../../model/index.ts'

const DAY_MS = 86_400_000
/** The most accounts that one address had, and the most operators of the filter. */
const MAX_PERSONS = 20
const MAX_OPERATORS = 200

/** A page of the log. */
export type ActionPage = ActionFilter & {
  /** Limits them to one subject. */
  readonly subjectId?: string | undefined
  /** The last id of the previous page. */
  readonly before?: string | undefined
  readonly limit: number
}

const Row = OperatorAction.omit({ person: true }).extend({
  at: z.date().transform((at) => at.toISOString()),
  personId: z.string().nullable(),
  personEmail: z.string().nullable(),
})

/** The actions of operators, newest first. */
export async function listActions(q: Queryable, page: ActionPage): Promise<OperatorAction[]> {
  const persons = page.person ? await findPersons(q, page.person) : []
  const { text, values } = listStatement(page, persons)
  const rows = await queryRows(q, Row, text, values)
  return rows.map(({ personId, personEmail, ...action }) => ({
    ...action,
    person: personId === null || personEmail === null ? null : { id: personId, email: personEmail },
  }))
}

/** The statement names only what it filters by, so that PostgreSQL plans it for these filters. */
function listStatement(
  { before, limit, ...filter }: ActionPage,
  persons: string[],
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const conditions = conditionsOf(filter, persons, value)
  if (before !== undefined)
    conditions.push(`(a.at, a.id) < (select c.at, c.id from operator_actions c where c.id = ${value(before)})`)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  // A scalar subquery: joined, PostgreSQL would read all users for a page of 25 entries.
  const text = `select a.id::text as id, a.at, a.operator_email as operator, a.action, a.subject_kind, a.subject_id,
       a.about, a.reason, a.before, a.after, a.person_id,
       (select u.email from users u where u.id = a.person_id and u.deleted_at is null) as person_email
     from operator_actions a ${where} order by a.at desc, a.id desc limit ${value(limit)}`
  return { text, values }
}

function conditionsOf(
  { search, operator, person, kind, from, until, subjectId }: Omit<ActionPage, 'before' | 'limit'>,
  persons: string[],
  value: (one: unknown) => string,
): string[] {
  const conditions: string[] = []
  if (search) {
    const sought = `search_text(${value(search)}::text, '')`
    // The index finds the pieces; they may stand apart.
    conditions.push(`a.search_keys @> search_pieces(trim(${sought}), 3)`)
    conditions.push(
      `strpos(search_text(a.about || ' ' || a.operator_email, coalesce(a.reason, '')), trim(${sought})) > 0`,
    )
  }
  if (operator) conditions.push(`a.operator_email = ${value(operator)}`)
  // A role can be given to an address without an account.
  if (person) conditions.push(`(a.person_id = any(${value(persons)}::uuid[]) or a.subject_id = ${value(person)})`)
  if (kind !== undefined) conditions.push(`a.action = any(${value(actionsOfKind(kind))})`)
  if (from !== undefined) conditions.push(`a.at >= ${value(startOf(from))}`)
  if (until !== undefined) conditions.push(`a.at < ${value(new Date(startOf(until).getTime() + DAY_MS))}`)
  if (subjectId !== undefined) conditions.push(`a.subject_id = ${value(subjectId)}`)
  return conditions
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

const IdRow = z.object({ id: z.string() })

/** The accounts that have or had an address, as far as the log has it. */
async function findPersons(q: Queryable, address: string): Promise<string[]> {
  const rows = await queryRows(
    q,
    IdRow,
    `select id from users where email = $1
     union select person_id from operator_actions
       where subject_kind = 'user' and about = $1 and person_id is not null
     limit ${MAX_PERSONS}`,
    [address],
  )
  return rows.map(({ id }) => id)
}

const AddressRow = z.object({ email: z.string() })

/** The addresses of all operators in the log, from A: one step in the index for each. */
export async function listActionOperators(q: Queryable): Promise<string[]> {
  const rows = await queryRows(
    q,
    AddressRow,
    `with recursive operators as (
       (select operator_email as email from operator_actions order by operator_email limit 1)
       union all
       select (select a.operator_email from operator_actions a where a.operator_email > o.email
         order by a.operator_email limit 1)
       from operators o where o.email is not null
     )
     select email from operators where email is not null limit ${MAX_OPERATORS}`,
  )
  return rows.map(({ email }) => email)
}
