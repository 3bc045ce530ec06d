import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testProduct } from '../../../../tests/support/product.ts'

const { db, browser } = await testProduct({
  settings: { CONTACT_SUPPORT: 'help@desk.example', PUBLIC_URL: 'http://wordpop.example' },
})
const FORM = {
  name: 'Dana',
  email: 'dana@example.com',
  topic: 'help',
  message: 'My captions are in the wrong language.',
}
/** Each test uses a different address, since messages are counted by address. */
let household = 1

test('stores a message and queues a mail whose reply goes to the sender', async () => {
  const { write, storedMessages } = start()
  const message = `My captions vanished: ${randomUUID()}`
  expect((await write({ message })).output).toEqual({ received: true })
  expect(await storedMessages(message)).toMatchObject([{ name: 'Dana', email: 'dana@example.com', topic: 'help' }])
  const { rows } = await db.$client.query(
    'select recipient, subject, mail from outbox order by created_at desc limit 1',
  )
  expect(rows).toMatchObject([
    {
      recipient: 'help@desk.example',
      subject: 'Help: a message from Dana',
      mail: { paragraphs: [message], replyTo: 'dana@example.com' },
    },
  ])
})

test.each([
  { topic: 'billing', recipient: 'help@desk.example' },
  { topic: 'affiliates', recipient: 'hello@wordpop.example' },
  { topic: 'legal', recipient: 'legal@wordpop.example' },
  { topic: 'other', recipient: 'hello@wordpop.example' },
])('sends a message about $topic to $recipient', async ({ topic, recipient }) => {
  await start().write({ topic })
  const { rows } = await db.$client.query('select recipient from outbox order by created_at desc limit 1')
  expect(rows).toEqual([{ recipient }])
})

test('thanks a bot that fills in the honeypot field and stores nothing', async () => {
  const { write, storedMessages } = start()
  const message = `Buy this: ${randomUUID()}`
  expect((await write({ message, website: 'https://spam.example' })).output).toEqual({ received: true })
  expect(await storedMessages(message)).toEqual([])
})

test('keeps a name with a line break out of the mail headers', async () => {
  const { write } = start()
  await write({ name: 'Dana\r\nBcc: mallory@evil.example' })
  const { rows } = await db.$client.query('select subject from outbox order by created_at desc limit 1')
  expect(rows).toEqual([{ subject: 'Help: a message from Dana Bcc: mallory@evil.example' }])
})

test.each([
  { what: 'no name', given: { name: '  ' } },
  { what: 'an invalid address', given: { email: 'dana' } },
  { what: 'two addresses', given: { email: 'dana@example.com, mallory@evil.example' } },
  { what: 'an unknown topic', given: { topic: 'spam' } },
  { what: 'a message of two letters', given: { message: 'Hi' } },
  { what: 'a message of 5,001 letters', given: { message: 'x'.repeat(5_001) } },
])('rejects $what', async ({ given }) => {
  expect((await start().write(given)).status).toBe(422)
})

test('refuses the sixth message of an address within an hour and states the wait', async () => {
  const { write, storedMessages } = start()
  for (let n = 0; n < 5; n += 1) expect((await write({})).status).toBe(200)
  const message = `One more: ${randomUUID()}`
  const refused = await write({ message })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect(refused.output).toMatchObject({ code: 'too_many_requests', data: { retryAfterSeconds: expect.any(Number) } })
  expect(await storedMessages(message)).toEqual([])
  expect((await start().write({ message })).status).toBe(200)
})

function start() {
  household += 1
  const visitor = browser(`127.0.0.${household}`)
  return {
    write: (given: object) =>
      visitor
        .send('/api/rpc/site/contact', {
          json: { json: { ...FORM, ...given } },
          headers: { origin: 'http://wordpop.example' },
        })
        .then((answer) => {
          const body = answer.json()
          return { ...answer, output: typeof body === 'object' && body !== null && 'json' in body ? body.json : body }
        }),
    async storedMessages(message: string) {
      const { rows } = await db.$client.query('select name, email, topic from contact_messages where message = $1', [
        message,
      ])
      return rows
    },
  }
}
