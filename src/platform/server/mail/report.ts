import { addressFaultOf, readReply } from './failures.ts'

/** What a mail server or provider reports about one of our mails. */
export type MailReport = {
  readonly kind: 'bounce' | 'complaint'
  /** Why, in a sentence of ours: no text of the report is kept. */
  readonly reason: string
}

/** A part of a message: its header fields by lower-case name, and its body as it was sent. */
type Part = { readonly fields: ReadonlyMap<string, string>; readonly body: string }

const MAX_HEADER = 64_000
const MAX_STATUS = 64_000
const MAX_PARTS = 10
const MAX_GROUPS = 50
/** RFC 2046 §5.1.1. */
const MAX_BOUNDARY = 70

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965) that is a whole message. Only its
 * machine-readable part counts: texts for people differ from server to server.
 * @param text the message, one character for each byte
 * @returns undefined for anything else: delays, successes, automatic answers, other reports
 */
export function readMailReport(text: string): MailReport | undefined {
  const message = readPart(text.replaceAll('\r\n', '\n'))
  if (message === undefined || mediaTypeOf(message) !== 'multipart/report') return undefined
  const boundary = parameterOf(message, 'boundary')
  if (boundary.length === 0 || boundary.length > MAX_BOUNDARY) return undefined
  for (const part of partsOf(message.body, boundary)) {
    const type = mediaTypeOf(part)
    if (type === 'message/delivery-status' || type === 'message/global-delivery-status') return bounceIn(groupsOf(part))
    if (type === 'message/feedback-report') return complaintIn(groupsOf(part))
  }
  return undefined
}

/** A failure for good, about one of the recipients: our mails have one, which may forward to others. */
function bounceIn(groups: readonly Part['fields'][]): MailReport | undefined {
  for (const group of groups) {
    if (firstWord(group.get('action')) !== 'failed') continue
    const status = firstWord(group.get('status'))
    if (!status.startsWith('5.')) continue
    const diagnostic = group.get('diagnostic-code') ?? ''
    const reply = readReply(diagnostic.slice(diagnostic.indexOf(';') + 1).trim())
    const isTelling = status !== '5.0.0'
    const reason =
      reply.code === undefined && !isTelling
        ? 'Its mail server returned a mail for good (5.0.0).'
        : addressFaultOf({ ...reply, status: isTelling ? status : reply.status })
    if (reason !== undefined) return { kind: 'bounce', reason }
  }
  return undefined
}

/** The feedback types that mean that somebody does not want our mails. */
const COMPLAINTS: Readonly<Record<string, string>> = {
  abuse: 'The recipient reported a mail as spam.',
  fraud: 'The recipient reported a mail as fraud.',
  'opt-out': 'The recipient wants no more mails.',
}

function complaintIn(groups: readonly Part['fields'][]): MailReport | undefined {
  const type = firstWord(groups[0]?.get('feedback-type'))
  const reason = Object.hasOwn(COMPLAINTS, type) ? COMPLAINTS[type] : undefined
  return reason === undefined ? undefined : { kind: 'complaint', reason }
}

/** The groups of fields in a machine-readable part. */
function groupsOf(part: Part): Part['fields'][] {
  const text = decoded(part).slice(0, MAX_STATUS)
  return text
    .split('\n\n')
    .filter((group) => group.trim() !== '')
    .slice(0, MAX_GROUPS)
    .map(readFields)
}

function decoded({ fields, body }: Part): string {
  const encoding = firstWord(fields.get('content-transfer-encoding'))
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1').replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return body
  return body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9a-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')
}

function partsOf(body: string, boundary: string): Part[] {
  const parts: Part[] = []
  const text = `\n${body}`
  let at = nextDelimiter(text, boundary, 0)
  while (at !== undefined && !at.isLast && parts.length < MAX_PARTS) {
    const next = nextDelimiter(text, boundary, at.end)
    const part = readPart(text.slice(at.end + 1, next?.start))
    if (part !== undefined) parts.push(part)
    at = next
  }
  return parts
}

/** The next line that is a delimiter; a longer line may begin alike. `end` is its line break. */
function nextDelimiter(text: string, boundary: string, from: number) {
  const mark = `\n--${boundary}`
  for (let start = text.indexOf(mark, from); start !== -1; start = text.indexOf(mark, start + 1)) {
    const lineEnd = text.indexOf('\n', start + mark.length)
    const end = lineEnd === -1 ? text.length : lineEnd
    const rest = text.slice(start + mark.length, Math.min(end, start + mark.length + 10)).trim()
    if (rest === '' || rest === '--') return { start, end, isLast: rest === '--' }
  }
  return undefined
}

/** @returns undefined if its header is too long to be one */
function readPart(text: string): Part | undefined {
  if (text.startsWith('\n')) return { fields: new Map(), body: text.slice(1) }
  const end = text.indexOf('\n\n')
  const head = end === -1 ? text : text.slice(0, end)
  if (head.length > MAX_HEADER) return undefined
  return { fields: readFields(head), body: end === -1 ? '' : text.slice(end + 2) }
}

/** Unfolds header fields (RFC 5322 §2.2.3); of repeated ones the first counts. */
function readFields(head: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of head.replaceAll(/\n[ \t]/gu, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function mediaTypeOf({ fields }: Part): string {
  return firstWord(fields.get('content-type'))
}

/** A parameter of the content type. A boundary has no semicolon (RFC 2046 §5.1.1). */
function parameterOf({ fields }: Part, name: string): string {
  for (const part of (fields.get('content-type') ?? '').split(';').slice(1)) {
    const equals = part.indexOf('=')
    if (part.slice(0, Math.max(equals, 0)).trim().toLowerCase() !== name) continue
    const value = part.slice(equals + 1).trim()
    return value.startsWith('"') ? value.slice(1, value.indexOf('"', 1)) : value
  }
  return ''
}

/** The first word of a field in lower case, without a comment or parameters behind it. */
function firstWord(value = ''): string {
  return /^[^\s;(]*/u.exec(value)?.[0].toLowerCase() ?? ''
}
