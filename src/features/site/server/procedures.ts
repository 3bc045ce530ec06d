import { type Db, transaction } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import type { Mailer } from '#platform/server/mail.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { type ConsumeRateLimit, enforceRateLimit } from '#platform/server/rate-limit.ts'
import type { Contacts } from '#platform/shared/contacts.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type ContactForm, siteContract } from '../model/contract.ts'
import { contactMail } from './mails.ts'
import { findPublished } from './policy-rows.ts'

/** Dependencies of the site. */
export type SiteDeps = {
  readonly db: Db
  readonly mail: Mailer
  /** The present addresses, which operators can change. */
  readonly contacts: () => Contacts
  readonly now: () => Date
  readonly newId: () => string
  readonly consumeRateLimit: ConsumeRateLimit
}

/** Rate limit of messages per address: enough for a household, too few for a flood. */
const MESSAGES = { window: 3_600, max: 5 }

/** Implements `siteContract`. */
export function siteProcedures(deps: SiteDeps) {
  const rpc = implementContract(siteContract)
  return {
    policy: rpc.policy.handler(async ({ input }) => {
      const found = await findPublished(deps.db, input)
      if (found === undefined) throw new AppError('not_found', 'Version not found')
      return found
    }),

    contact: rpc.contact.handler(async ({ context, input }) => {
      await enforceRateLimit(deps.consumeRateLimit, {
        key: `contact|${context.clientAddress?.() ?? 'unknown'}`,
        limit: MESSAGES,
        message: 'You have sent several messages already. Wait a little, then send this one.',
      })
      // A bot that fills in the honeypot gets a success response.
      if (input.website === '') await storeMessage(deps, input)
      return { received: true as const }
    }),
  }
}

/** Stores the message and queues its mail in one transaction. */
async function storeMessage(deps: SiteDeps, form: ContactForm): Promise<void> {
  const id = deps.newId()
  await transaction(deps.db, async (tx) => {
    await execute(
      tx,
      'insert into contact_messages (id, name, email, topic, message, created_at) values ($1, $2, $3, $4, $5, $6)',
      [id, form.name, form.email, form.topic, form.message, deps.now()],
    )
    await deps.mail.send(tx, { ...contactMail(deps.contacts(), form), key: `contact:${id}` })
  })
}
