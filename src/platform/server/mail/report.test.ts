import { expect, test } from 'vitest'
import { expectLinear } from '../../../../tests/support/linear.ts'
import { bounceMail, complaintMail } from '../../../../tests/support/mail-reports.ts'
import { readMailReport } from './report.ts'

const sender = 'bounces+token@wordpop.example'

test.each([
  { status: '5.1.1', reason: 'There is no such mailbox (550 5.1.1).' },
  { status: '5.1.2 (bad domain)', reason: 'Its domain takes no mail (550 5.1.2).' },
  { status: '5.2.1', reason: 'The mailbox is closed (550 5.2.1).' },
  { status: '5.4.4', diagnostic: 'x-postfix; Host not found', reason: 'Its domain has no mail server (5.4.4).' },
  { status: '5.0.0', diagnostic: 'smtp; 550 5.1.1 unknown', reason: 'There is no such mailbox (550 5.1.1).' },
  { status: '5.0.0', diagnostic: 'smtp; 550 unknown user', reason: 'Its mail server does not know it (550).' },
  { status: '5.0.0', diagnostic: '', reason: 'Its mail server returned a mail for good (5.0.0).' },
])('reads the bounce $status $diagnostic', ({ reason, ...dsn }) => {
  expect(readMailReport(bounceMail({ sender, ...dsn }))).toEqual({ kind: 'bounce', reason })
})

test.each([
  { why: 'a delay', action: 'delayed', status: '4.4.1' },
  { why: 'a failure after too long a delay', status: '4.4.7' },
  { why: 'a delivery', action: 'delivered', status: '2.0.0' },
  { why: 'a full mailbox', status: '5.2.2' },
  { why: 'a policy', status: '5.7.1' },
  { why: 'a list of senders', status: '5.0.0', diagnostic: 'smtp; 550 Blocked by a blacklist' },
  { why: 'a server that relays for nobody', status: '5.0.0', diagnostic: 'smtp; 550 Relaying denied' },
])('$why says nothing lasting about the address', (dsn) => {
  expect(readMailReport(bounceMail({ sender, ...dsn }))).toBeUndefined()
})

test.each(['abuse', 'Fraud', 'opt-out'])('reads a complaint of the type %s', (type) => {
  expect(readMailReport(complaintMail({ sender, type }))).toMatchObject({ kind: 'complaint' })
})

test.each(['not-spam', 'virus', 'auth-failure', 'other', 'constructor', ''])('%s is no complaint', (type) => {
  expect(readMailReport(complaintMail({ sender, type }))).toBeUndefined()
})

test('reads line breaks without carriage returns, and encoded parts', () => {
  const message = bounceMail({ sender })
  const bounce = { kind: 'bounce', reason: 'There is no such mailbox (550 5.1.1).' }
  expect(readMailReport(message.replaceAll('\r\n', '\n'))).toEqual(bounce)
  expect(readMailReport(encoded(message, 'base64'))).toEqual(bounce)
  expect(readMailReport(encoded(message, 'quoted-printable'))).toEqual(bounce)
})

test('an automatic answer, a person’s answer and nothing are no reports', () => {
  const answer = `To: ${sender}\r\nAuto-Submitted: auto-replied\r\nContent-Type: text/plain\r\n\r\nStatus: 5.1.1\r\nAction: failed\r\n`
  for (const text of [
    answer,
    '',
    '\r\n',
    '\n\n',
    'To: x',
    bounceMail({ sender }).replace('multipart/report', 'multipart/mixed'),
  ])
    expect(readMailReport(text)).toBeUndefined()
})

test('a bounce inside another message does not count', () => {
  const inner = bounceMail({ sender })
  const outer = `Content-Type: multipart/report; report-type=delivery-status; boundary=outer\n\n--outer\nContent-Type: message/rfc822\n\n${inner}\n--outer--\n`
  expect(readMailReport(outer)).toBeUndefined()
})

test('its reason is ours: texts, charsets and line breaks of the report cannot enter it', () => {
  const diagnostic = 'smtp; 550 5.1.1 \u00FF\u0000<script>\r\n Bcc: mallory@evil.example'
  const message = bounceMail({ sender, diagnostic }).replace('us-ascii', '"no-such-charset"')
  expect(readMailReport(message)?.reason).toBe('There is no such mailbox (550 5.1.1).')
})

test('takes linear time, however hostile the message', () => {
  const head = 'Content-Type: multipart/report; boundary=b\n\n'
  const attacks = [
    (size: number) => head + '--b\n'.repeat(size),
    (size: number) => head + '--bb\n'.repeat(size),
    (size: number) => `${head}--b\nContent-Type: message/delivery-status\n\n${'a: b\n\n'.repeat(size)}`,
    (size: number) =>
      `${head}--b\nContent-Type: message/delivery-status\n\nStatus: 5.${'1'.repeat(size)}\nAction: failed`,
    (size: number) => `Content-Type: multipart/report;${' ;'.repeat(size)} boundary=b\n\n--b`,
    (size: number) =>
      `${head}--b\nContent-Transfer-Encoding: quoted-printable\nContent-Type: message/delivery-status\n\n${'=\n=3D'.repeat(size)}`,
    (size: number) => `Content-Type: multipart/report; boundary=b${'\n '.repeat(size)}\n\n--b`,
    (size: number) => `Content-Type: multipart/report; boundary=b\n${'x\n'.repeat(size)}`,
  ]
  for (const attack of attacks) expectLinear((size) => readMailReport(attack(size)), 5_000)
})

test('nests no deeper than one level, whatever a message contains', () => {
  let nested = 'Content-Type: text/plain\n\nx'
  for (let depth = 0; depth < 2_000; depth += 1)
    nested = `Content-Type: multipart/report; boundary=b${depth}\n\n--b${depth}\n${nested}\n--b${depth}--`
  expect(readMailReport(nested)).toBeUndefined()
})

/** The message with its machine-readable part encoded. */
function encoded(message: string, encoding: 'base64' | 'quoted-printable'): string {
  const [before = '', rest = ''] = message.split('Content-Type: message/delivery-status\r\n\r\n')
  const at = rest.indexOf('\r\n--')
  const body =
    encoding === 'base64'
      ? Buffer.from(rest.slice(0, at)).toString('base64')
      : rest.slice(0, at).replaceAll('=', '=3D').replace('user unknown', 'user=\r\n=20unknown')
  return `${before}Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}${rest.slice(at)}`
}
