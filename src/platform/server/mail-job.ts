import { z } from 'zod'
import { type Db, transaction } from './db.ts'
import { defineJob, type Job } from './jobs-definition.ts'
import type { Log } from './log.ts'
import { lockUnsent, markFailed, markSent, markWaiting } from './mail-outbox.ts'
import type { Transport } from './mail-transport.ts'

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
export function sendJob(o: { db: Db; log: Log; transport: Transport | undefined; now: () => Date }): Job {
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
          await o.transport.deliver({ id: mailId, mail, signal })
          await markSent(tx, mailId, o.now())
        },
        // What was delivered is out.
        { once: true },
      ),
    async giveUp({ mailId }, _reason, { tx, problem }) {
      await markFailed(tx, mailId, { at: o.now(), problem })
      o.log.error({ mailId, problem }, 'a mail could not be sent')
    },
  })
}
