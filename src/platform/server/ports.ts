import { createServer } from 'node:net'

/**
 * Finds a free port on 127.0.0.1. Another program may take it before the caller does.
 * @param wanted preferred if it is free
 */
export async function freePort(wanted?: number): Promise<number> {
  const port = wanted === undefined ? undefined : await tryPort('127.0.0.1', wanted)
  const free = port ?? (await tryPort('127.0.0.1', 0))
  if (free === undefined) throw new Error('no port of 127.0.0.1 is free')
  return free
}

/** Tries to listen on a port. @returns the port, or undefined when another program uses it */
export function tryPort(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(address === null || typeof address === 'string' ? undefined : address.port))
    })
  })
}
