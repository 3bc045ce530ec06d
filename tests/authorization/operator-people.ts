import { OPERATOR_ROLES } from '#features/operations/model/index.ts'
import type { Db } from '#platform/server/db.ts'

/** Makes an operator of the user of each role: the one of the settings, and those whose role is granted. */
export async function makeOperators(db: Db, emailOf: (role: string) => string): Promise<void> {
  const granted = OPERATOR_ROLES.filter((role) => role !== 'everything')
  await db.$client.query('update users set email_verified = true where email = any ($1)', [
    ['operator', ...granted].map(emailOf),
  ])
  for (const role of granted)
    await db.$client.query(
      'insert into operator_roles (email, role, granted_at, changed_at) values ($1, $2, now(), now())',
      [emailOf(role), role],
    )
}
