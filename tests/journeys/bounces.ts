import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openBounceAddresses } from '#platform/server/mail/bounce-addresses.ts'
import { bounceMail } from '../support/mail-reports.ts'
import { newestMailTo } from './mailbox.ts'
import type { Product } from './product.ts'

/** The settings with which the product receives bounces. */
export const BOUNCES = { MAIL_BOUNCES: 'bounces@wordpop.example', MAIL_REPORTS_TOKEN: 'the-token-of-the-mail-server' }

/** Returns the newest mail to this address to the product, as the recipient's mail server would. */
export async function bounceMailTo(page: Page, product: Product, recipient: string): Promise<unknown> {
  const mail = await newestMailTo(page, recipient)
  const secret = await readFile(join(product.dataDir, 'session-secret'), 'utf8')
  const sender = openBounceAddresses({ address: BOUNCES.MAIL_BOUNCES, secret }).of(mail.id)
  const answer = await page.request.post('/api/mail-reports', {
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${BOUNCES.MAIL_REPORTS_TOKEN}` },
    data: bounceMail({ sender }),
  })
  expect(answer.status(), 'the report').toBe(200)
  return answer.json()
}
