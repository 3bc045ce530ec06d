import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { Mail } from '#platform/server/mail.ts'

/** Mails to one address in the outbox, oldest first; optionally only those whose subject contains `subject`. */
export async function mailsTo(db: Db, address: string, subject = ''): Promise<Mail[]> {
  const { rows } = await db.$client.query('select mail from outbox where recipient = $1 order by created_at, subject', [
    address,
  ])
  return z
    .array(z.object({ mail: Mail }))
    .parse(rows)
    .map(({ mail }) => mail)
    .filter((mail) => mail.subject.includes(subject))
}

/** The link in the newest of these mails. @throws Error if there is none */
export async function linkTo(db: Db, address: string, subject: string): Promise<URL> {
  const newest = (await mailsTo(db, address, subject)).at(-1)
  if (newest?.action === undefined) throw new Error(`no mail to ${address} with a link about "${subject}"`)
  return new URL(newest.action.url)
}

/** The token in that link. */
export async function tokenTo(db: Db, address: string, subject: string): Promise<string> {
  return (await linkTo(db, address, subject)).searchParams.get('token') ?? ''
}
