import { randomUUID } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { STREAMS } from '#platform/server/http/stream-limit.ts'
import type { browser } from '../../../tests/support/browser.ts'
import { testProduct } from '../../../tests/support/product.ts'

const { url, db, signedUp, browser: newBrowser } = await testProduct()

type Browser = ReturnType<typeof browser>

test('limits the open streams of a session, and asks to close some', async () => {
  const { open, dana } = await start()
  const streams = await Promise.all(Array.from({ length: STREAMS.perSession }, () => open(dana)))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const refused = await open(dana)
  expect(refused.status).toBe(429)
  expect(JSON.parse(await refused.text())).toMatchObject({
    json: {
      code: 'too_many_requests',
      message: 'You follow live changes in 20 places already, such as open tabs. Close some of them and try again.',
      data: { limit: 20 },
    },
  })
  // Everything else goes on.
  expect((await dana.call('media/list')).status).toBe(200)
})

test('limits the open streams of an account, without slowing others', async () => {
  const { open, dana, sessions, ofAnother } = await start()
  for (const session of [dana, await sessions()])
    for (let n = 0; n < STREAMS.perSession; n += 1) expect((await open(session)).status).toBe(200)
  expect((await open(await sessions())).status).toBe(429)
  expect((await ofAnother()).status).toBe(200)
})

test('frees a stream’s place when its page closes, even without events', async () => {
  const { open, dana } = await start()
  for (let round = 0; round < 3; round += 1) {
    const streams = await Promise.all(Array.from({ length: STREAMS.perSession }, () => open(dana)))
    for (const stream of streams) expect(stream.status).toBe(200)
    for (const stream of streams) stream.hangUp()
    await expect.poll(() => isFree(() => open(dana))).toBe(true)
  }
})

test('frees a stream’s place when it ends or is refused', async () => {
  const { open, dana, projectId } = await start()
  const streams = await Promise.all(Array.from({ length: STREAMS.perSession }, () => open(dana)))
  // Refused by the procedure, again and again.
  for (let n = 0; n < 5; n += 1) expect((await open(dana, randomUUID())).status).toBe(429)
  await dana.call('media/remove', { projectId })
  await Promise.all(streams.map(({ text }) => text()))
  for (let n = 0; n <= STREAMS.perSession; n += 1) {
    const refused = await open(dana, randomUUID())
    expect(await refused.text()).toContain('not_found')
  }
})

/** A user with a video to stream from. */
async function start() {
  const { dana, id, email } = await signedUp()
  const projectId = await projectOf(id)
  const open = (person: Browser, project = projectId) => openStream(person, project)
  return {
    dana,
    projectId,
    open,
    async sessions() {
      const other = newBrowser()
      expect((await other.logIn({ email })).status).toBe(200)
      return other
    },
    async ofAnother() {
      const other = await signedUp()
      return openStream(other.dana, await projectOf(other.id))
    },
  }
}

async function projectOf(ownerId: string): Promise<string> {
  const id = randomUUID()
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256) values ($1, $2, 'My clip', 'checking', 1, repeat('0', 64))`,
    [id, ownerId],
  )
  return id
}

async function isFree(open: () => ReturnType<typeof openStream>): Promise<boolean> {
  const stream = await open()
  stream.hangUp()
  return stream.status === 200
}

async function openStream({ cookies }: Browser, projectId: string) {
  const request: ClientRequest = httpRequest(new URL('/api/rpc/media/watch', url), {
    method: 'POST',
    agent: false,
    headers: {
      origin: url,
      'content-type': 'application/json',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    },
  })
  onTestFinished(() => void request.destroy())
  // Hung up on, it is reset.
  request.on('error', () => undefined)
  const answered = new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
  request.end(JSON.stringify({ json: { projectId } }))
  const answer = await answered
  answer.on('error', () => undefined)
  return {
    status: answer.statusCode,
    hangUp: () => void request.destroy(),
    async text() {
      let text = ''
      for await (const part of answer) text += String(part)
      return text
    },
  }
}
