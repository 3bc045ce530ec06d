import { z } from 'zod'
import type { Db, Queryable, Tx } from '../db.ts'
import { execute, findRow, queryRow, queryRows } from '../rows.ts'
import { Mail } from './text.ts'

/** The states of a mail. A `waiting` one has no job; a `withheld` one was not sent, because its address is stopped. */
const MAIL_STATES = ['waiting', 'queued', 'sent', 'failed', 'withheld'] as const

const DAY_MS = 86_400_000
/** A mail that waits longer for a mail server is never sent, because its links have expired. */
const SENT_WITHIN_MS = DAY_MS
/** Retention of a mail, and of the key that prevents a second delivery. */
const RETENTION_MS = 30 * DAY_MS
/** Maximum number of mails on `/dev/outbox`. */
const LISTED = 100

const Listed = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  createdAt: z.date(),
  mail: Mail.nullable(),
})
/** A mail as the outbox lists it; `mail` is null once it is sent or withheld. */
export type ListedMail = z.output<typeof Listed>
const LISTED_COLUMNS = 'id, recipient, subject, state, created_at, mail'

/** Inserts a mail. @returns false when its key already exists */
export async function storeMail(
  tx: Tx,
  o: { id: string; key: string | null; mail: Mail; state: 'waiting' | 'queued'; createdAt: Date },
): Promise<boolean> {
  const changed = await execute(
    tx,
    `insert into outbox (id, key, recipient, subject, mail, state, created_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (key) do nothing`,
    [o.id, o.key, o.mail.to, o.mail.subject, JSON.stringify(o.mail), o.state, o.createdAt],
  )
  return changed === 1
}

const MailRow = z.object({ mail: Mail })

/** Reads and locks a mail to send, so that no other worker sends it at the same time. */
export async function lockUnsent(tx: Tx, id: string): Promise<Mail | undefined> {
  const row = await findRow(tx, MailRow, `select mail from outbox where id = $1 and state = 'queued' for update`, [id])
  return row?.mail
}

/** Marks a mail as sent and deletes its content, including its links. */
export async function markSent(tx: Tx, id: string, at: Date): Promise<void> {
  await execute(tx, `update outbox set state = 'sent', mail = null, settled_at = $2 where id = $1`, [id, at])
}

/** Marks a mail as not sent, because mails to its address are stopped, and deletes its content. */
export async function markWithheld(tx: Tx, id: string, { at, problem }: { at: Date; problem: string }): Promise<void> {
  await execute(
    tx,
    `update outbox set state = 'withheld', mail = null, settled_at = $2, problem = $3 where id = $1 and state = 'queued'`,
    [id, at, problem],
  )
}

const RecipientRow = z.object({ recipient: z.string() })

/** Records the first report about a mail. @returns its recipient; undefined for an unknown mail, or a second report */
export async function markReported(tx: Tx, id: string, at: Date): Promise<string | undefined> {
  const sql = 'update outbox set reported_at = $2 where id = $1 and reported_at is null returning recipient'
  return (await findRow(tx, RecipientRow, sql, [id, at]))?.recipient
}

/** Marks a mail as failed, unless it was already sent. */
export async function markFailed(
  tx: Tx,
  id: string,
  { at, problem }: { at: Date; problem: string | null },
): Promise<void> {
  await execute(
    tx,
    `update outbox set state = 'failed', settled_at = $2, problem = $3 where id = $1 and state = 'queued'`,
    [id, at, problem],
  )
}

const RetriedRow = z.object({ recipient: z.string(), subject: z.string() })

/** Queues a failed mail again, or leaves it waiting for a mail server. @returns undefined if it did not fail */
export async function requeueFailed(
  tx: Tx,
  id: string,
  state: 'waiting' | 'queued',
): Promise<z.output<typeof RetriedRow> | undefined> {
  return findRow(
    tx,
    RetriedRow,
    `update outbox set state = $2, settled_at = null, problem = null where id = $1 and state = 'failed'
     returning recipient, subject`,
    [id, state],
  )
}

const At = z.date().transform((at) => at.toISOString())
const FailedRow = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  at: At,
  problem: z.string().nullable(),
})

/** Lists mails that could not be sent, the latest failure first. @param o.before the last id of the previous page */
export async function listFailedMails(
  q: Queryable,
  o: { before: string | undefined; limit: number },
): Promise<z.output<typeof FailedRow>[]> {
  return queryRows(
    q,
    FailedRow,
    `select id, recipient, subject, settled_at as at, problem from outbox where state = 'failed'
       and ($1::uuid is null or (settled_at, id) < (select settled_at, id from outbox where id = $1))
     order by settled_at desc, id desc limit $2`,
    [o.before ?? null, o.limit],
  )
}

const CountRow = z.object({ count: z.number() })

/** Counts the mails that failed since then. */
export async function countFailedMails(q: Queryable, since: Date): Promise<number> {
  const row = await queryRow(
    q,
    CountRow,
    `select count(*)::int as count from outbox where state = 'failed' and settled_at > $1`,
    [since],
  )
  return row.count
}

const NewestRow = z.object({
  recipient: z.string(),
  at: At,
  state: z.enum(MAIL_STATES),
  problem: z.string().nullable(),
})

/**
 * Reserves the key of a test mail of a person. Concurrent ones wait for each other.
 * @returns its key; undefined if another was added since then
 */
export async function claimTestMail(
  tx: Tx,
  o: { readonly id: string; readonly userId: string; readonly since: Date },
): Promise<string | undefined> {
  const prefix = `mail-test:${o.userId}:`
  await execute(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 25))', [prefix])
  // The pattern is that of the index `outbox_tests`.
  const text = `select 1 from outbox where key like 'mail-test:%' and created_at > $1 and starts_with(key, $2) limit 1`
  return (await execute(tx, text, [o.since, prefix])) > 0 ? undefined : prefix + o.id
}

/** The newest test mail. */
export async function newestTestMail(q: Queryable): Promise<z.output<typeof NewestRow> | undefined> {
  return findRow(
    q,
    NewestRow,
    `select recipient, coalesce(settled_at, created_at) as at, state, problem from outbox
     where key like 'mail-test:%' order by created_at desc limit 1`,
  )
}

/** Returns a mail to `waiting` when no mail server is configured. */
export async function markWaiting(tx: Tx, id: string): Promise<void> {
  await execute(tx, `update outbox set state = 'waiting' where id = $1 and state = 'queued'`, [id])
}

const IdRow = z.object({ id: z.string() })

/** Claims the waiting mails that have not expired, oldest first. */
export async function claimWaiting(tx: Tx, now: Date): Promise<string[]> {
  const rows = await queryRows(
    tx,
    IdRow,
    `update outbox set state = 'queued' where id in (
       select id from outbox where state = 'waiting' and created_at > $1 order by created_at limit 500
       for update skip locked)
     returning id`,
    [new Date(now.getTime() - SENT_WITHIN_MS)],
  )
  return rows.map(({ id }) => id)
}

/** Deletes old mails, except those that a job still tries to send. */
export async function dropOldMails(tx: Tx, now: Date): Promise<void> {
  await execute(tx, `delete from outbox where state <> 'queued' and created_at < $1`, [
    new Date(now.getTime() - RETENTION_MS),
  ])
}

const UnsentRow = z.object({ waiting: z.number(), queued: z.number(), failed: z.number() })

/** Counts the mails that are not sent, by state. */
export async function countUnsentMails(q: Queryable): Promise<z.output<typeof UnsentRow>> {
  return queryRow(
    q,
    UnsentRow,
    `select (count(*) filter (where state = 'waiting'))::int as waiting,
       (count(*) filter (where state = 'queued'))::int as queued,
       (count(*) filter (where state = 'failed'))::int as failed
     from outbox where state in ('waiting', 'queued', 'failed')`,
  )
}

const Count = z.object({ count: z.int() })

/** Counts the mails that were sent in a span of time. */
export async function countSentMails(q: Queryable, { from, to }: { from: Date; to: Date }): Promise<number> {
  const sql = `select count(*)::int as count from outbox where state = 'sent' and settled_at >= $1 and settled_at < $2`
  return (await queryRow(q, Count, sql, [from, to])).count
}

/** Lists the newest mails, newest first. */
export async function newestMails(db: Db): Promise<ListedMail[]> {
  return queryRows(db, Listed, `select ${LISTED_COLUMNS} from outbox order by created_at desc, id limit ${LISTED}`)
}

/** Finds one mail in the outbox. */
export async function findMail(db: Queryable, id: string): Promise<ListedMail | undefined> {
  return findRow(db, Listed, `select ${LISTED_COLUMNS} from outbox where id = $1`, [id])
}
