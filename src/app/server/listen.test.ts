import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitBody } from '#platform/server/http/body-limit.ts'
import { router } from '#platform/server/http.ts'
import { listen, type Patience } from './listen.ts'

const HEAD = 'POST /form HTTP/1.1\r\nhost: localhost\r\n'

test('ends a connection with late headers, even if a line comes now and then', async () => {
  const { open } = await start({ headersMs: 300 })
  for (const sent of ['', 'GET / HTTP/1.1\r\n', HEAD]) {
    const { socket, closed } = open()
    socket.write(sent)
    const dripping = setInterval(() => socket.writable && sent !== '' && socket.write('x-more: 1\r\n'), 50)
    await closed
    clearInterval(dripping)
  }
})

test('ends a connection that falls silent within a body', async () => {
  const { open } = await start({ bodyIdleMs: 200 })
  for (const length of ['content-length: 100', 'transfer-encoding: chunked']) {
    const { socket, closed } = open()
    socket.write(`${HEAD}${length}\r\n\r\n5\r\nhello`)
    await closed
  }
})

test('ends a connection that sends a small body too slowly', async () => {
  const { open } = await start({}, 400)
  for (const length of ['content-length: 100000', 'transfer-encoding: chunked']) {
    const { socket, closed } = open()
    socket.write(`${HEAD}${length}\r\n\r\n`)
    const dripping = setInterval(() => socket.writable && socket.write('1\r\nx\r\n'), 50)
    await closed
    clearInterval(dripping)
  }
})

test('keeps a slow body whose pieces come in time, and answers it', async () => {
  const { open } = await start({ bodyIdleMs: 1_000, headersMs: 300 })
  const { socket, answer } = open()
  socket.write(`${HEAD}content-length: 20\r\n\r\n`)
  for (let n = 0; n < 20; n += 1) {
    socket.write('x')
    await new Promise((next) => setTimeout(next, 60))
  }
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 200 .*20 bytes/s)
  socket.destroy()
})

test('ends a connection whose answer nobody reads', async () => {
  const { open, ended } = await start({ idleMs: 300 })
  const { socket } = open()
  socket.pause()
  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await ended
  socket.destroy()
})

async function start(patience: Partial<Patience>, withinMs = 60_000) {
  const app = router()
  app.use(limitBody({ maxBytes: 1_000_000, withinMs }))
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(new Uint8Array(65_536))
  app.get('/endless', (c) => c.body(new ReadableStream({ pull, cancel: end })))
  app.post('/form', async (c) => c.text(`${(await c.req.text().catch(() => '')).length} bytes`))
  const server = await listen({ app, host: '127.0.0.1', port: 0, patience })
  onTestFinished(() => server.stop())
  return {
    /** The endless answer was aborted. */
    ended,
    open() {
      const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      let text = ''
      socket.on('data', (part) => (text += part.toString()))
      // A reset is one way to hang up.
      socket.on('error', () => undefined)
      return { socket, answer: () => text, closed: new Promise((resolve) => socket.once('close', resolve)) }
    },
  }
}
