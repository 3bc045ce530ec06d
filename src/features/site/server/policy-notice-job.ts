import { z } from 'zod'
import { type Db, type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { defineJob } from '#platform/server/jobs.ts'
import type { Mailer } from '#platform/server/mail.ts'
import { POLICY_NAMES } from '../model/index.ts'
import { policyChangedMail } from './mails.ts'
import { endNotice, findNotice, type NoticeKey, recordBatch } from './policy-notice-rows.ts'

const payload = z.object({ policy: z.enum(POLICY_NAMES), version: z.int().min(1) })

/** Mails every active user about a change of a policy. */
export const POLICY_NOTICE = { name: 'site.policy-notice', payload, attempts: 10 } as const

/** Mails of one transaction. */
const BATCH = 200

/** Dependencies of the job. */
export type PolicyNoticeDeps = {
  readonly db: Db
  readonly mail: Mailer
  readonly publicUrl: string
  /**
   * Lists users whose accounts are neither suspended nor deleted, by id.
   * @param o.after the last user of the batch before
   * @param o.since leaves out accounts made later: they began with the new text
   */
  listRecipients(
    q: Queryable,
    o: { after: string | null; since: Date; limit: number },
  ): Promise<readonly { readonly id: string; readonly email: string }[]>
}

/** Idempotent: a batch of mails and the user it ends with are stored in one transaction. */
export function policyNoticeJob(deps: PolicyNoticeDeps) {
  return defineJob<z.output<typeof payload>>({
    ...POLICY_NOTICE,
    bulk: true,
    async run(notice, io) {
      while (await transaction(deps.db, (tx) => sendBatch(tx, deps, notice))) io.signal.throwIfAborted()
    },
    giveUp: (notice, _reason, { tx }) => endNotice(tx, notice, 'stopped'),
  })
}

/** Stores the next mails. @returns false once everybody has theirs */
async function sendBatch(tx: Tx, deps: PolicyNoticeDeps, notice: NoticeKey): Promise<boolean> {
  const stored = await findNotice(tx, notice, { isLocked: true })
  if (stored?.state !== 'running') return false
  const { summary, lastUserId: after, publishedAt } = stored
  const users = await deps.listRecipients(tx, { after, since: publishedAt, limit: BATCH })
  for (const { id, email } of users) {
    const mail = policyChangedMail({
      to: email,
      policy: notice.policy,
      summary,
      publishedAt,
      publicUrl: deps.publicUrl,
    })
    await deps.mail.send(tx, { ...mail, key: `policy:${notice.policy}:${notice.version}:${id}` })
  }
  const last = users.at(-1)
  if (last !== undefined) await recordBatch(tx, notice, { mailed: users.length, lastUserId: last.id })
  if (users.length === BATCH) return true
  await endNotice(tx, notice, 'done')
  return false
}
