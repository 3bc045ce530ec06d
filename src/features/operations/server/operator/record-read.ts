import type { Db } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { execute } from '#platform/server/rows.ts'
import type { PersonalRead } from '../../model/index.ts'

/**
 * Records that an operator read personal data: one entry an hour for each operator and subject, so that pages that
 * reload and lists that grow add none. Nothing is recorded about an account that does not exist.
 */
export async function recordRead(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  { operator, read }: { operator: Caller; read: PersonalRead },
): Promise<void> {
  const { kind, id } = read.subject
  const personId = kind === 'user' ? id : (read.personId ?? null)
  await execute(
    db,
    `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, person_id, at,
       read_hour)
     select $1, $2, $3, $4, $5, coalesce((select email from users where id = $6::uuid and $4 = 'user'), $7), $6::uuid,
       $8::timestamptz, date_trunc('hour', $8::timestamptz)
     where $6::uuid is null or exists (select from users where id = $6::uuid)
     on conflict (operator_id, action, subject_id, read_hour) where read_hour is not null do nothing`,
    [operator.userId, operator.email, read.action, kind, id, personId, read.about ?? '', now()],
  )
}
