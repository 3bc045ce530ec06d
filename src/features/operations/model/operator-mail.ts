import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason } from './action-reason.ts'
import { MailRecord } from './mail-records.ts'

const Moment = z.iso.datetime()

/** A mail that could not be sent. */
export const FailedMail = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  at: Moment,
  /** Why, in a sentence; null for one from before reasons were kept. */
  problem: z.string().nullable(),
})
export type FailedMail = z.output<typeof FailedMail>

/** An address to which mails are stopped. */
export const Suppression = z.object({
  id: z.uuid(),
  address: z.string(),
  /** A mail was returned for good, or the recipient complained about one. */
  kind: z.enum(['bounce', 'complaint']),
  /** Why, in a sentence. */
  reason: z.string(),
  /** Bounces and complaints so far. */
  times: z.int().min(1),
  firstAt: Moment,
  lastAt: Moment,
})
export type Suppression = z.output<typeof Suppression>

/** How the site sends mails. */
export const MailState = z.object({
  sender: z.string(),
  /** The domain of the sender; null if no mail can come from it, as on a site that only this machine reaches. */
  domain: z.string().nullable(),
  /** False if mails stay in the outbox. */
  hasServer: z.boolean(),
  /** The address that bounces return to; null if only refusals while sending are noticed. */
  bounceAddress: z.string().nullable(),
  mails: z.object({ waiting: z.int(), queued: z.int(), failed: z.int() }),
  /** The newest test mail. */
  test: z
    .object({
      recipient: z.string(),
      at: Moment,
      state: z.enum(['waiting', 'queued', 'sent', 'failed', 'withheld']),
      problem: z.string().nullable(),
    })
    .nullable(),
})
export type MailState = z.output<typeof MailState>

/** The operator's procedures for mails. */
export const mailProcedures = {
  mailState: oc.output(MailState),
  /** Sends a mail to the operator's own address. */
  sendTestMail: oc.output(MailState),
  /** Newest first; `before` is the last id of the previous page. */
  failedMails: oc
    .input(z.object({ before: z.uuid().optional() }))
    .output(z.object({ mails: z.array(FailedMail), next: z.string().nullable() })),
  /**
   * Sends a failed mail again.
   * @throws AppError `conflict` if it did not fail, nothing is left of it, or mails to its address are stopped
   */
  retryMail: oc
    .input(z.object({ mailId: z.uuid(), reason: ActionReason }))
    .output(z.object({ queued: z.literal(true) })),
  /** The latest first; `before` is the last id of the previous page, `search` a part of an address or reason. */
  suppressions: oc
    .input(z.object({ search: z.string().trim().max(254).optional(), before: z.uuid().optional() }))
    .output(z.object({ suppressions: z.array(Suppression), next: z.string().nullable() })),
  /** Lets mails go to an address again. @throws AppError `conflict` if they do already */
  liftSuppression: oc
    .input(z.object({ id: z.uuid(), reason: ActionReason }))
    .output(z.object({ lifted: z.literal(true) })),
  /** Looks up the records of the sender's domain; at most some seconds. */
  checkMailDomain: oc
    .input(
      z.object({
        selector: z
          .string()
          .trim()
          .max(63)
          .regex(/^[A-Za-z0-9._-]*$/u, 'A selector has letters, digits, dots and hyphens.')
          .default(''),
      }),
    )
    .output(z.object({ domain: z.string().nullable(), records: z.array(MailRecord) })),
}
