/** Mails: an outbox in the database, and the job that sends them. */
import { openBounceAddresses } from './mail/bounce-addresses.ts'
import { type Db, transaction, type Tx } from './db.ts'
import { type Job, type JobQueue, SYSTEM_OWNER } from './jobs.ts'
import type { Log } from './log.ts'
import { sendJob, SEND } from './mail/job.ts'
import { dropOldMails, storeMail, requeueFailed, markReported, claimWaiting } from './mail/outbox.ts'
import { readMailReport } from './mail/report.ts'
import { dropOldSuppressions, suppressAddress } from './mail/suppressions.ts'
import { Mail, type MailLogo } from './mail/text.ts'
import { openTransport } from './mail/transport.ts'

export {
  claimTestMail,
  countFailedMails,
  countSentMails,
  countUnsentMails,
  listFailedMails,
  newestTestMail,
} from './mail/outbox.ts'
export {
  countSuppressions,
  findStopped,
  findSuppression,
  liftBounce,
  liftSuppression,
  listSuppressions,
  type Suppression,
} from './mail/suppressions.ts'
export { Mail, type MailLogo } from './mail/text.ts'

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
  /** The address that bounces return to, without tokens; undefined if they are not received. */
  readonly bounceAddress: string | undefined
  /**
   * Takes a message that came to the bounce address. The first bounce or complaint about one of our mails stops mails to
   * its address; anything else changes nothing.
   * @param raw the whole message
   */
  receiveReport(raw: Uint8Array): Promise<ReceivedReport>
  /** Sends a failed mail again. @returns undefined if it did not fail */
  retry(tx: Tx, id: string): Promise<{ recipient: string; subject: string } | undefined>
  readonly work: readonly Job[]
  /** Periodic maintenance: queues mails that waited for a mail server, and deletes old ones. */
  maintenance(tx: Tx): Promise<void>
}

/** The outcome of a report; `why` is a sentence for the operator. */
export type ReceivedReport =
  | { readonly counted: 'bounce' | 'complaint' }
  | { readonly counted: null; readonly why: string }

/**
 * Opens the outbox.
 * @param o.smtpUrl without it, mails wait for a mail server for up to a day
 * @param o.from the sender, `Name <name@host>`, which can change
 * @param o.bounces the address to which failures are reported, and the secret that signs its tokens
 * @param o.logo the logo above each mail, which can change; none by default
 */
export function openMail(o: {
  db: Db
  jobs: Pick<JobQueue, 'enqueue'>
  log: Log
  smtpUrl: string | undefined
  from: () => string
  logo?: () => Promise<MailLogo | undefined>
  bounces?: { readonly address: string; readonly secret: string } | undefined
  now: () => Date
  newId: () => string
}): OpenMail {
  const transport = o.smtpUrl === undefined ? undefined : openTransport({ url: o.smtpUrl, from: o.from, logo: o.logo })
  const bounces = o.bounces && openBounceAddresses(o.bounces)
  const queue = async (tx: Tx, mailId: string): Promise<void> => {
    // Each mail is its own owner, so that mails never wait for each other and no plan limits apply.
    await o.jobs.enqueue(tx, SEND, { mailId }, { ownerId: SYSTEM_OWNER + mailId, subjectId: mailId, priority: 0 })
  }
  const send: Mailer['send'] = async (tx, { key, ...given }) => {
    const mail = Mail.parse(given)
    const id = o.newId()
    const state = transport === undefined ? 'waiting' : 'queued'
    const isNew = await storeMail(tx, { id, key: key ?? null, mail, state, createdAt: o.now() })
    if (isNew && transport !== undefined) await queue(tx, id)
  }
  return {
    send,
    hasServer: transport !== undefined,
    sender: o.from,
    bounceAddress: o.bounces?.address,
    async receiveReport(raw) {
      const text = Buffer.from(raw).toString('latin1')
      const report = readMailReport(text)
      if (report === undefined) return { counted: null, why: 'It reports neither a lasting failure nor a complaint.' }
      const [mailId, ...others] = bounces?.mailIdsIn(text) ?? []
      if (mailId === undefined || others.length > 0) return { counted: null, why: 'It names no mail of this site.' }
      return transaction(o.db, async (tx) => {
        const at = o.now()
        const address = await markReported(tx, mailId, at)
        if (address === undefined)
          return { counted: null, why: 'Its mail is older than 30 days, or was reported before.' }
        await suppressAddress(tx, { id: o.newId(), address, ...report, at })
        return { counted: report.kind }
      })
    },
    async retry(tx, id) {
      const mail = await requeueFailed(tx, id, transport === undefined ? 'waiting' : 'queued')
      if (mail !== undefined && transport !== undefined) await queue(tx, id)
      return mail
    },
    work: [sendJob({ ...o, bounces, transport })],
    async maintenance(tx) {
      await dropOldMails(tx, o.now())
      await dropOldSuppressions(tx, o.now())
      if (transport === undefined) return
      for (const id of await claimWaiting(tx, o.now())) await queue(tx, id)
    },
  }
}
