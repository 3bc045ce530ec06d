import type { Tx } from '#platform/server/db.ts'
import type { Mail, Mailer } from '#platform/server/mail.ts'
import { MAIL_KIND_TEXTS } from '../../model/index.ts'
import { hasOptedOut } from './mail-opt-out-rows.ts'
import { type MailChoice, unsubscribeKeyOf, unsubscribeToken } from './unsubscribe-token.ts'

/** Sends mails that their recipient may turn off. */
export type OptionalMailer = {
  /**
   * Sends a mail with a way to unsubscribe, in the caller's transaction; nothing if its recipient turned its kind off.
   * @param to the account of the recipient, and what the mail is about
   */
  send(tx: Tx, to: MailChoice, mail: Mail & { readonly key?: string }): Promise<void>
}

/** @param o.publicUrl the public origin of the site @param o.secret signs the links */
export function openOptionalMails(o: {
  readonly mail: Pick<Mailer, 'send'>
  readonly publicUrl: string
  readonly secret: string
}): OptionalMailer {
  const key = unsubscribeKeyOf(o.secret)
  return {
    async send(tx, to, mail) {
      if (await hasOptedOut(tx, to)) return
      const url = `${o.publicUrl}/unsubscribe/${unsubscribeToken(key, to)}`
      await o.mail.send(tx, { ...mail, unsubscribe: { about: MAIL_KIND_TEXTS[to.kind].about, url } })
    },
  }
}
