import { z } from 'zod'
import type { BounceAddresses } from './bounce-addresses.ts'
import { type Db, transaction, type Tx } from '../db.ts'
import { defineJob, type Job } from '../jobs/definition.ts'
import type { Log } from '../log.ts'
import { lockUnsent, markFailed, markSent, markWaiting, markWithheld } from './outbox.ts'
import { findSuppression, suppressAddress, type Suppression } from './suppressions.ts'
import type { Mail } from './text.ts'
import { AddressRefused, type Transport } from './transport.ts'

const payload = z.object({ mailId: z.uuid() })

/**
 * Attempts at sending one mail. The pause between two attempts grows to a minute, so they last about an hour: enough
 * for a mail server that greylists or restarts.
 */
export const SEND = { name: 'mail.send', payload, attempts: 60 } as const

/**
 * Idempotent: a mail is locked while it is sent, and a sent one is skipped. Only a worker that dies between the
 * server's "250" and our commit causes a second delivery, under the same Message-ID.
 */
export function sendJob(o: Deps & { db: Db; transport: Transport | undefined }): Job {
  return defineJob<z.output<typeof payload>>({
    ...SEND,
    quick: true,
    run: ({ mailId }, { signal }) =>
      transaction(
        o.db,
        async (tx) => {
          const mail = await lockUnsent(tx, mailId)
          if (mail === undefined) return
          if (o.transport === undefined) return markWaiting(tx, mailId)
          const stop = await findSuppression(tx, mail.to)
          if (stop !== undefined && !isSentDespite(mail, stop))
            return markWithheld(tx, mailId, { at: o.now(), problem: WITHHELD[stop.kind] })
          const { transport } = o
          await deliver(tx, o, { mailId, to: mail.to }, () =>
            transport.deliver({ id: mailId, mail, sender: o.bounces?.of(mailId), signal }),
          )
        },
        // What was delivered is out.
        { once: true },
      ),
    async giveUp({ mailId }, _reason, { tx, problem }) {
      await markFailed(tx, mailId, { at: o.now(), problem })
      reportFailure(o, { mailId, problem })
    },
  })
}

type Deps = {
  readonly log: Log
  readonly bounces: BounceAddresses | undefined
  readonly now: () => Date
  readonly newId: () => string
}

const WITHHELD: Readonly<Record<Suppression['kind'], string>> = {
  bounce: 'Not sent: earlier mails to this address came back.',
  complaint: 'Not sent: the recipient complained about an earlier mail.',
}

function isSentDespite({ despite }: Mail, { kind }: Suppression): boolean {
  return despite === 'complaint' || despite === kind
}

/** Sends a mail, and stops mails to an address that is refused for good. The rows of both commit together. */
async function deliver(
  tx: Tx,
  deps: Deps,
  { mailId, to }: { mailId: string; to: string },
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    const { message: problem, reason } = error
    const at = deps.now()
    await markFailed(tx, mailId, { at, problem })
    await suppressAddress(tx, { id: deps.newId(), address: to, kind: 'bounce', reason, at })
    return reportFailure(deps, { mailId, problem })
  }
  await markSent(tx, mailId, deps.now())
}

function reportFailure({ log }: Deps, failure: { mailId: string; problem: string | null }): void {
  log.error(failure, 'a mail could not be sent')
}
