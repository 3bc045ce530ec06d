import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { siteName } from '../../shared/product.ts'
import type { Db } from '../db.ts'
import type { Env } from '../env.ts'
import { type HttpEnv, router } from '../http.ts'
import { findMail, type ListedMail, newestMails } from './outbox.ts'
import { escaped, renderMail } from './text.ts'
import { isLocalSite, isThisMachine } from '../this-machine.ts'

/** The permitted readers of the outbox, which contains links that open accounts. */
export type OutboxReaders = 'everybody' | 'this machine' | 'nobody'

/**
 * The outbox is visible only on a local site without a mail server. Listening on loopback alone proves nothing: the
 * site may be behind a proxy or have a public address.
 */
export function outboxReaders(
  env: Pick<Env, 'DEV_OUTBOX' | 'HOST' | 'PUBLIC_URL' | 'SMTP_URL' | 'TRUST_PROXY'>,
): OutboxReaders {
  if (env.DEV_OUTBOX) return 'everybody'
  return env.SMTP_URL === undefined && isLocalSite(env) ? 'this machine' : 'nobody'
}

/**
 * `/dev/outbox` shows unsent mails during development; `/dev/outbox/mails.json` returns the same as JSON. Anyone
 * without access gets "Not found".
 */
export function outboxRoutes(o: { db: Db; readers: OutboxReaders; clientAddress: (c: Context<HttpEnv>) => string }) {
  const { db } = o
  return router()
    .use(onlyFor(o))
    .get('/', async (c) => {
      const mails = await newestMails(db)
      return show(c, `Outbox · ${siteName()}`, listOf(mails))
    })
    .get('/mails.json', async (c) => {
      const mails = await newestMails(db)
      return c.json(mails.map(({ mail, ...listed }) => ({ ...listed, ...(mail !== null && withText(mail)) })))
    })
    .get('/:id', async (c) => {
      const found = await mailAt(db, c)
      return show(c, found.subject, detailOf(found))
    })
    .get('/:id/html', async (c) => {
      const { mail } = await mailAt(db, c)
      if (mail === null) throw new AppError('not_found', 'Not found')
      return c.html(renderMail(mail).html)
    })
}

function onlyFor({
  readers,
  clientAddress,
}: Omit<Parameters<typeof outboxRoutes>[0], 'db'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const here = readers === 'this machine' && isThisMachine(c, clientAddress(c))
    if (readers !== 'everybody' && !here) throw new AppError('not_found', 'Not found')
    await next()
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`)
  }
}

async function mailAt(db: Db, c: Context<HttpEnv>): Promise<ListedMail> {
  const id = z.uuid().safeParse(c.req.param('id'))
  const found = id.success ? await findMail(db, id.data) : undefined
  if (found === undefined) throw new AppError('not_found', 'Not found')
  return found
}

function withText(mail: NonNullable<ListedMail['mail']>): object {
  return { text: renderMail(mail).text, ...(mail.action !== undefined && { url: mail.action.url }) }
}

function listOf(mails: readonly ListedMail[]): string {
  if (mails.length === 0) return '<p>No mails yet.</p>'
  const rows = mails.map(
    ({ id, recipient, subject, state, createdAt }) => `<tr>
<td>${createdAt.toISOString()}</td><td>${escaped(recipient)}</td>
<td><a href="/dev/outbox/${id}">${escaped(subject)}</a></td><td>${state}</td></tr>`,
  )
  return `<table><thead><tr><th>Written</th><th>To</th><th>Subject</th><th>State</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}

function detailOf({ id, recipient, state, mail }: ListedMail): string {
  const head = `<p><a href="/dev/outbox">Outbox</a> · to ${escaped(recipient)} · ${state}</p>`
  if (mail === null) return `${head}<p>This mail was sent; its words were not kept.</p>`
  const link =
    mail.action === undefined ? '' : `<p><a href="${escaped(mail.action.url)}">${escaped(mail.action.label)}</a></p>`
  return `${head}${link}<p><a href="/dev/outbox/${id}/html">As it looks</a></p><pre>${escaped(renderMail(mail).text)}</pre>`
}

function show(c: Context<HttpEnv>, title: string, body: string): Response | Promise<Response> {
  return c.html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
td,th{text-align:left;padding:.25rem 1rem .25rem 0}pre{white-space:pre-wrap}</style></head>
<body><h1>${escaped(title)}</h1>${body}</body></html>`)
}
