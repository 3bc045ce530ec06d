import { createTransport } from 'nodemailer'
import { AppError } from '../../shared/errors.ts'
import { isLoopback } from '../../shared/contacts.ts'
import { addressFaultOf, readReply } from './failures.ts'
import { LOGO_PARTS, type Mail, type MailLogo, renderMail } from './text.ts'

/** Hands one mail to the mail server. */
export type Transport = {
  /** Connects and logs in, and sends nothing. @throws Error when the server does not take it */
  verify(): Promise<void>
  /**
   * @param o.id becomes the Message-ID, which identifies duplicates
   * @param o.sender the envelope sender, to which failures are reported; default the sender of the mail
   * @throws AddressRefused if no mail will reach the address; AppError `unprocessable` for another permanent rejection;
   *   Error for a temporary one
   */
  deliver(o: { id: string; mail: Mail; sender: string | undefined; signal: AbortSignal }): Promise<void>
}

/** The mail server refuses the address for good. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  /** Why, in a sentence. */
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

// A silent server must not block a job for nodemailer's default of ten minutes.
const CONNECT_MS = 10_000
const SILENT_MS = 30_000
/** Nodemailer error codes for replies about this mail rather than the connection or the credentials. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE']
/** 5xx replies about the session rather than the mail: not authenticated, bad sequence. */
const ABOUT_US = [503, 530, 534, 535, 538]

/**
 * Creates the transport without connecting; each mail opens its own connection.
 * @param o.logo the present logo of the site; none by default
 */
export function openTransport({
  url,
  from,
  logo,
}: {
  url: string
  from: () => string
  logo?: (() => Promise<MailLogo | undefined>) | undefined
}): Transport {
  const transporter = createTransport({ ...serverAt(url), disableFileAccess: true, disableUrlAccess: true })
  return {
    async verify() {
      await transporter.verify()
    },
    async deliver({ id, mail, sender: envelopeSender, signal }) {
      const sender = senderOf(from())
      const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
      const mark = await logo?.()
      try {
        await transporter.sendMail({
          // Address objects are never parsed, so an address or a name with a comma cannot become two recipients.
          from: sender,
          to: { name: '', address: mail.to },
          ...(envelopeSender !== undefined && {
            envelope: { from: { name: '', address: envelopeSender }, to: { name: '', address: mail.to } },
          }),
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          ...renderMail(mail, mark),
          ...(mark !== undefined && { attachments: partsOf(mark) }),
          messageId: `<${id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribe !== undefined && unsubscribeHeaders(mail.unsubscribe.url)),
            // RFC 9477: where complaints may go. They return the header of the mail, and so its envelope sender.
            ...(envelopeSender !== undefined && { 'CFBL-Address': `${envelopeSender}; report=arf` }),
          },
          signal,
        })
      } catch (error) {
        throw refusalOf(error)
      }
    },
  }
}

/** RFC 2369 and, for a site with encryption, one click of RFC 8058. */
function unsubscribeHeaders(url: string): Record<string, string> {
  const header = { 'List-Unsubscribe': `<${url}>` }
  return url.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header
}

/** The pictures of a logo as parts of the HTML, not as files that the reader is offered. */
function partsOf({ picture, onDark }: MailLogo) {
  const part = (cid: string, content: Uint8Array) => ({
    cid,
    content: Buffer.from(content),
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
    filename: `${cid}.png`,
  })
  return [part(LOGO_PARTS.picture, picture), ...(onDark === undefined ? [] : [part(LOGO_PARTS.onDark, onDark)])]
}

function senderOf(from: string): { name: string; address: string } {
  const [, name, address] = /^(.*) <([^<>]+)>$/.exec(from) ?? []
  return { name: name ?? '', address: address ?? from }
}

function serverAt(address: string) {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const hasPassword = url.username !== ''
  return {
    host,
    secure,
    ...(url.port !== '' && { port: Number(url.port) }),
    ...(hasPassword && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      // Never send a password over an unencrypted network connection.
      requireTLS: !secure && !isLoopback(host),
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  }
}

/** Replaces nodemailer's error, which contains addresses and the full server response, to keep them out of logs. */
function refusalOf(error: unknown): Error {
  const code = textAt(error, 'code') ?? 'unknown'
  const reply = Number(textAt(error, 'responseCode') ?? 0)
  const final = ABOUT_THE_MAIL.includes(code) && reply >= 500 && !ABOUT_US.includes(reply)
  if (final) {
    const problem = `The mail server refused it: ${reply}.`
    const reason = faultIn(error)
    return reason === undefined ? new AppError('unprocessable', problem) : new AddressRefused(problem, reason)
  }
  return new Error(`the mail server did not take it: ${code}${reply === 0 ? '' : ` ${reply}`}`)
}

/** Why the address is to blame. Replies to other commands than its own count only if their status says so. */
function faultIn(error: unknown): string | undefined {
  const reply = readReply(textAt(error, 'response') ?? '')
  if (reply.status === undefined && textAt(error, 'command') !== 'RCPT TO') return undefined
  return addressFaultOf(reply)
}

function textAt(error: unknown, key: string): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, key) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
