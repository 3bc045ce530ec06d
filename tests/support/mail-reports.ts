/** The header of a mail of ours, as a report returns it. */
export type Returned = { readonly sender: string; readonly more?: string }

type Dsn = Returned & {
  readonly action?: string
  readonly status?: string
  readonly diagnostic?: string
  readonly boundary?: string
}

/** A delivery status notification (RFC 3464), as Postfix writes it. */
export function bounceMail({
  sender,
  more = '',
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <dana@example.com>: user unknown',
  boundary = 'B0/mx.example',
}: Dsn): string {
  return lines(
    'Return-Path: <>',
    `Delivered-To: ${sender}`,
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    `To: ${sender}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    `\tboundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; dana@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    `Return-Path: <${sender}>`,
    more,
    '',
    `--${boundary}--`,
  )
}

/** An abuse report (RFC 5965) that came to another address and returns the mail. */
export function complaintMail({ sender, type = 'abuse' }: Returned & { readonly type?: string }): string {
  return lines(
    'From: feedback@provider.example',
    'To: fbl@wordpop.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'This is an abuse report.',
    '--part',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Provider/1.0',
    'Version: 1',
    '',
    '--part',
    'Content-Type: message/rfc822',
    '',
    `CFBL-Address: ${sender}; report=arf`,
    'Subject: Hello',
    '',
    'A mail.',
    '--part--',
  )
}

function lines(...all: readonly string[]): string {
  return `${all.join('\r\n')}\r\n`
}
