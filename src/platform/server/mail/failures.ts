/** What a mail server said about a mail. */
export type MailFailure = {
  /** The reply code of SMTP, such as 550. */
  readonly code: number | undefined
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  readonly status: string | undefined
  /** The reply as it is; it decides only if there is no telling status. */
  readonly text: string
}

/** Status codes about the address itself. Those about the sender, the content, policies and full mailboxes are not. */
const LASTING: Readonly<Record<string, string>> = {
  '5.1.0': 'There is no such mailbox',
  '5.1.1': 'There is no such mailbox',
  '5.1.2': 'Its domain takes no mail',
  '5.1.3': 'It is not a valid address',
  '5.1.6': 'The mailbox has moved',
  '5.1.10': 'Its domain takes no mail',
  '5.2.1': 'The mailbox is closed',
  '5.4.1': 'Its mail server does not know it',
  '5.4.4': 'Its domain has no mail server',
  '5.7.13': 'The mailbox is closed',
}

/** Replies about the address itself, from servers without status codes. */
const LASTING_REPLIES: Readonly<Record<number, string>> = {
  521: 'Its domain takes no mail',
  550: 'Its mail server does not know it',
  551: 'The mailbox has moved',
  553: 'Its mail server does not know it',
  556: 'Its domain takes no mail',
}

/** Reasons that a bare 550 also stands for, and that say nothing about the address. */
const ABOUT_THE_SENDER = /relay|spam|block|black|policy|reputation|authenti|quota|full|size/iu
/** A status that says no more than "permanent". */
const UNTELLING = new Set(['5.0.0', '5.5.0'])

/** Reads a reply of SMTP: `550 5.1.1 No such user`. */
export function readReply(text: string): MailFailure {
  const [, code, status] = /^(\d{3})[ -]?(?:#?(\d\.\d{1,3}\.\d{1,3}))?/u.exec(text) ?? []
  return { code: code === undefined ? undefined : Number(code), status, text }
}

/**
 * Why no later mail will reach an address, as a sentence; undefined if the failure is temporary, or about something
 * else. A server that refuses us, for example because of its lists, must not make all addresses look dead.
 */
export function addressFaultOf({ code, status, text }: MailFailure): string | undefined {
  if (status !== undefined && !UNTELLING.has(status)) return sentenceOf(LASTING[status], code, status)
  if (code === undefined || ABOUT_THE_SENDER.test(text)) return undefined
  return sentenceOf(LASTING_REPLIES[code], code, status)
}

function sentenceOf(fault: string | undefined, ...codes: readonly (number | string | undefined)[]): string | undefined {
  if (fault === undefined) return undefined
  const known = codes.filter((code) => code !== undefined)
  return `${fault} (${known.join(' ')}).`
}
