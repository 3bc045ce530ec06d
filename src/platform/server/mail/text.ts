import { z } from 'zod'
import { siteIdentity, siteName } from '../../shared/product.ts'

/** A single bare address: no list, no name, no line break. */
const Address = z.email().max(254)
/** Characters that break a line, and so could inject a header. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** The content of a mail as a feature writes it, without layout. */
export const Mail = z.object({
  to: Address,
  /** One line; line breaks become spaces. */
  subject: z
    .string()
    .transform((subject) => subject.replaceAll(BREAKS, ' ').trim().slice(0, 200))
    .pipe(z.string().min(1)),
  /** Plain sentences, each a paragraph. */
  paragraphs: z.array(z.string()).readonly(),
  /** One button; its address is also printed. */
  action: z
    .object({ label: z.string(), url: z.url({ protocol: /^https?$/u }) })
    .readonly()
    .exactOptional(),
  /** Small print below. */
  footnote: z.string().exactOptional(),
  replyTo: Address.exactOptional(),
  /** Set on mails that their recipient may do without: where they unsubscribe, and the end of “mails about …”. */
  unsubscribe: z
    .object({ about: z.string(), url: z.url({ protocol: /^https?$/u }) })
    .readonly()
    .exactOptional(),
  /**
   * Set on mails that an account cannot do without: they are sent although mails to the address bounced, or although
   * its owner complained as well.
   */
  despite: z.enum(['bounce', 'complaint']).exactOptional(),
})
export type Mail = Readonly<z.output<typeof Mail>>

/** The logo of the site above a mail, which carries its pictures: a mail loads nothing from elsewhere. */
export type MailLogo = {
  /** A PNG, of this size in pixels as it is shown. */
  readonly picture: Uint8Array
  readonly width: number
  readonly height: number
  /** For programs with a dark theme; undefined for `picture`. */
  readonly onDark: Uint8Array | undefined
  /** Whether the name stands beside it. */
  readonly showsName: boolean
}

/** How HTML names the pictures of a mail (RFC 2392). */
export const LOGO_PARTS = { picture: 'logo', onDark: 'logo-on-dark' } as const

/** A rendered mail: the same content as HTML and as plain text. */
export function renderMail(
  { subject, paragraphs, action, footnote, unsubscribe }: Mail,
  logo?: MailLogo,
): { html: string; text: string } {
  const parts = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px;white-space:pre-line">${escaped(paragraph)}</p>`),
    ...(action === undefined ? [] : [button(action)]),
    ...(footnote === undefined ? [] : [`<p style="${SMALL}">${escaped(footnote)}</p>`]),
    ...(unsubscribe === undefined ? [] : [unsubscribeLink(unsubscribe)]),
  ]
  const lines = [
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...(footnote === undefined ? [] : [footnote]),
    ...(unsubscribe === undefined ? [] : [`${unsubscribeLabel(unsubscribe)}:\n${unsubscribe.url}`]),
    `-- \n${siteName()}`,
  ]
  return { html: page(subject, headOf(logo), parts.join('\n')), text: `${lines.join('\n\n')}\n` }
}

// Only the button has colours: mail clients in dark mode choose the rest, and the button is legible on both.
const BODY =
  'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;max-width:34em;margin:0 auto;padding:24px'
const SMALL = 'margin:24px 0 0;font-size:13px;opacity:.75'
const BUTTON =
  'display:inline-block;color:#24160e;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600'

function page(subject: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0">
<div style="${BODY}">
<p style="margin:0 0 24px;font-weight:700">${head}</p>
${body}
</div>
</body>
</html>
`
}

function headOf(logo: MailLogo | undefined): string {
  const name = escaped(siteName())
  if (logo === undefined) return name
  const { width, height, onDark, showsName } = logo
  const picture = `<img src="cid:${LOGO_PARTS.picture}" alt="${showsName ? '' : name}" width="${width}" height="${height}" style="vertical-align:middle">`
  const dark = `<source srcset="cid:${LOGO_PARTS.onDark}" media="(prefers-color-scheme: dark)">`
  const shown = onDark === undefined ? picture : `<picture>${dark}${picture}</picture>`
  return showsName ? `${shown}&ensp;${name}` : shown
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escaped(url)}" style="${BUTTON};background:${siteIdentity().accent}">${escaped(label)}</a></p>
<p style="${SMALL};word-break:break-all">If the button does nothing, open this address: ${escaped(url)}</p>`
}

function unsubscribeLink({ about, url }: NonNullable<Mail['unsubscribe']>): string {
  return `<p style="${SMALL}"><a href="${escaped(url)}" style="color:inherit">${escaped(unsubscribeLabel({ about }))}</a></p>`
}

function unsubscribeLabel({ about }: Pick<NonNullable<Mail['unsubscribe']>, 'about'>): string {
  return `Unsubscribe from mails about ${about}`
}

/** Escapes text for HTML content and quoted attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
