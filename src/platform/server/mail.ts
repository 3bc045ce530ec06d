/** Mails: an outbox in the database, and the job that sends them. */
import type { Db, Tx } from './db.ts'
import { type Job, type JobQueue, SYSTEM_OWNER } from './jobs.ts'
import type { Log } from './log.ts'
import { sendJob, SEND } from './mail-job.ts'
import { dropOldMails, storeMail, takeFailed, takeWaiting } from './mail-outbox.ts'
import { Mail } from './mail-text.ts'
import { openTransport } from './mail-transport.ts'

export {
  countFailedMails,
  countSentMails,
  countUnsentMails,
  listFailedMails,
  newestTestMail,
  TEST_MAIL_KEY,
} from './mail-outbox.ts'
export { Mail } from './mail-text.ts'

/** Mail functions for features. */
export type Mailer = {
  /**
   * Adds a mail to the outbox in the caller's transaction; a job sends it after the commit.
   * @param mail its optional `key` deduplicates: a second mail with the same key is not sent
   * @throws ZodError when an address or a link in it is invalid
   */
  send(tx: Tx, mail: Mail & { readonly key?: string }): Promise<void>
}

/** The opened mail module: functions for features, and jobs for the worker. */
export type OpenMail = Mailer & {
  /** False without a mail server: mails wait. */
  readonly hasServer: boolean
  /** The present sender, `Name <name@host>`. */
  sender(): string
  /** Sends a failed mail again. @returns undefined if it did not fail */
  retry(tx: Tx, id: string): Promise<{ recipient: string; subject: string } | undefined>
  readonly work: readonly Job[]
  /** Periodic maintenance: queues mails that waited for a mail server, and deletes old ones. */
  maintenance(tx: Tx): Promise<void>
}

/**
 * Opens the outbox.
 * @param o.smtpUrl without it, mails wait for a mail server for up to a day
 * @param o.from the sender, `Name <name@host>`, which can change
 */
export function openMail(o: {
  db: Db
  jobs: Pick<JobQueue, 'enqueue'>
  log: Log
  smtpUrl: string | undefined
  from: () => string
  now: () => Date
  newId: () => string
}): OpenMail {
  const transport = o.smtpUrl === undefined ? undefined : openTransport({ url: o.smtpUrl, from: o.from })
  const queue = async (tx: Tx, mailId: string): Promise<void> => {
    // Each mail is its own owner, so that mails never wait for each other and no plan limits apply.
    await o.jobs.enqueue(tx, SEND, { mailId }, { ownerId: SYSTEM_OWNER + mailId, subjectId: mailId, priority: 0 })
  }
  return {
    async send(tx, { key, ...given }) {
      const mail = Mail.parse(given)
      const id = o.newId()
      const state = transport === undefined ? 'waiting' : 'queued'
      const stored = await storeMail(tx, { id, key: key ?? null, mail, state, createdAt: o.now() })
      if (stored && transport !== undefined) await queue(tx, id)
    },
    hasServer: transport !== undefined,
    sender: o.from,
    async retry(tx, id) {
      const mail = await takeFailed(tx, id, transport === undefined ? 'waiting' : 'queued')
      if (mail !== undefined && transport !== undefined) await queue(tx, id)
      return mail
    },
    work: [sendJob({ ...o, transport })],
    async maintenance(tx) {
      await dropOldMails(tx, o.now())
      if (transport === undefined) return
      for (const id of await takeWaiting(tx, o.now())) await queue(tx, id)
    },
  }
}
