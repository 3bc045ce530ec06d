import { createServer } from 'node:net'

/** A port of 127.0.0.1 that was free a moment ago; another program may take it before its user does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'))
        else resolve(address.port)
      })
    })
  })
}
