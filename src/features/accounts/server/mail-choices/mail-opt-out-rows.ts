import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { MAIL_KINDS } from '../../model/index.ts'
import type { MailChoice } from './unsubscribe-token.ts'

const Row = z.object({ kind: z.enum(MAIL_KINDS), since: z.date() })

/** The kinds of mails that a user turned off. */
export async function listOptOuts(q: Queryable, userId: string): Promise<z.output<typeof Row>[]> {
  return queryRows(
    q,
    Row,
    'select kind, since from mail_opt_outs where user_id = $1 and kind = any ($2) order by kind',
    [userId, MAIL_KINDS],
  )
}

/** Whether a user turned off a kind of mails. */
export async function hasOptedOut(q: Queryable, { userId, kind }: MailChoice): Promise<boolean> {
  return (await execute(q, 'select 1 from mail_opt_outs where user_id = $1 and kind = $2', [userId, kind])) > 0
}

/** Turns off a kind of mails; nothing for an account that is deleted, also while this runs. */
export async function optOut(q: Queryable, { userId, kind, at }: MailChoice & { at: Date }): Promise<void> {
  await execute(
    q,
    `insert into mail_opt_outs (user_id, kind, since)
     select id, $2, $3 from users where id = $1 and deleted_at is null for key share
     on conflict (user_id, kind) do nothing`,
    [userId, kind, at],
  )
}

/** Turns a kind of mails on again. */
export async function optIn(q: Queryable, { userId, kind }: MailChoice): Promise<void> {
  await execute(q, 'delete from mail_opt_outs where user_id = $1 and kind = $2', [userId, kind])
}
