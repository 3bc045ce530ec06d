import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, expect, test, vi } from 'vitest'
import { askProvider } from './ask-provider.ts'

const server = createServer((request, response) => {
  if (request.url === '/silent') return
  if (request.url === '/elsewhere') return void response.writeHead(302, { location: '/' }).end()
  if (request.url === '/zipped') return void response.setHeader('content-encoding', 'gzip').end('x')
  response.end(request.url === '/text' ? 'no JSON' : '{}')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const address = server.address()
const url = (path: string) => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${path}`
const ask = (path: string, allowPrivate = true) => askProvider(url(path), { allowPrivate })

test.each([
  ['/elsewhere', 'it answered 302'],
  ['/zipped', 'its answer is encoded as gzip'],
  ['/text', 'its answer is not JSON'],
])('takes no answer of %s', async (path, says) => {
  await expect(ask(path)).rejects.toThrow(says)
})

test('stays out of private networks unless they are allowed', async () => {
  await expect(ask('/')).resolves.toEqual({})
  await expect(ask('/', false)).rejects.toThrow('127.0.0.1 is in a private network')
})

test('gives up on a provider that does not answer', async () => {
  const given: number[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    given.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  await expect(ask('/silent')).rejects.toThrow('it did not answer within 10 seconds')
  timeout.mockRestore()
  expect(given).toEqual([10_000])
})
