import { expect, onTestFinished, test, vi } from 'vitest'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { headerOf, startSmtp } from '../../../tests/support/smtp.ts'
import { reservePort } from '../../../tests/support/reserve-port.ts'

const port = await reservePort()
const { product, db, databaseUrl, browser } = await testProduct({
  settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Wordpop <mail@wordpop.example>' },
})
const MESSAGE = { name: 'Dana', email: 'dana@example.com', topic: 'help', message: 'My captions are in Dutch.' }

test('mails a message from /contact to the operator', async () => {
  const smtp = await startSmtp({ port })
  const worker = await startWorker({
    db,
    url: databaseUrl,
    jobs: product.work,
    concurrency: 1,
    log: silentLog(),
    drainMs: 100,
  })
  onTestFinished(() => worker.stop())
  await browser().call('site/contact', MESSAGE)

  await vi.waitUntil(() => smtp.arrived.length > 0, { timeout: 20_000 })
  const [mail] = smtp.arrived
  if (mail === undefined) throw new Error('nothing arrived')
  expect(mail.to).toEqual(['support@example.com'])
  expect(headerOf(mail, 'Reply-To')).toBe('dana@example.com')
  expect(mail.source).toContain(MESSAGE.message)
})

test('closes the outbox page to everybody when a mail server is set', async () => {
  await browser().call('site/contact', MESSAGE)
  const answer = await browser().send('/dev/outbox')
  expect(answer.status).toBe(404)
  expect(answer.text).not.toContain('dana')
})
