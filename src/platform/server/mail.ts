/** Mails: an outbox in the database, and the job that empties it. */
import type { Db, Tx } from './db.ts'
import { type Job, type JobQueue, SYSTEM_OWNER } from './jobs.ts'
import type { Log } from './log.ts'
import { sendJob, SEND } from './mail-job.ts'
import { dropOldMails, storeMail, takeWaiting } from './mail-outbox.ts'
import { Mail } from './mail-text.ts'
import { openTransport } from './mail-transport.ts'

export { Mail } from './mail-text.ts'

/** What a feature may do with mails. */
export type Mailer = {
  /**
   * Puts the mail into the outbox, in the caller's transaction; a job sends it once that has committed.
   * @param mail with a `key`, a second mail under the same key is not sent
   * @throws ZodError when an address in it is none
   */
  send(tx: Tx, mail: Mail & { readonly key?: string }): Promise<void>
}

/** Opened mail: what features use, and what the worker does. */
export type OpenMail = Mailer & {
  readonly work: readonly Job[]
  /** Queues what waited for a mail server and forgets what is long settled; to be done now and then. */
  maintenance(tx: Tx): Promise<void>
}

/**
 * Opens the outbox.
 * @param o.smtpUrl without it mails wait, for a day at most, until there is a server to send them through
 * @param o.from the sender, `Name <name@host>`
 */
export function openMail(o: {
  db: Db
  jobs: Pick<JobQueue, 'enqueue'>
  log: Log
  smtpUrl: string | undefined
  from: string
  now: () => Date
  newId: () => string
}): OpenMail {
  const transport = o.smtpUrl === undefined ? undefined : openTransport({ url: o.smtpUrl, from: o.from })
  const queue = async (tx: Tx, mailId: string): Promise<void> => {
    // Each mail is its own owner: mails never wait for each other, and nobody's plan counts.
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
    work: [sendJob({ ...o, transport })],
    async maintenance(tx) {
      await dropOldMails(tx, o.now())
      if (transport === undefined) return
      for (const id of await takeWaiting(tx, o.now())) await queue(tx, id)
    },
  }
}
