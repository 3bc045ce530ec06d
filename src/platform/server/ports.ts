import { createServer } from 'node:net'

/**
 * A port of 127.0.0.1 that was free a moment ago; another program may take it before its user does.
 * @param wanted taken when it is free
 */
export async function freePort(wanted?: number): Promise<number> {
  const port = wanted === undefined ? undefined : await tryPort('127.0.0.1', wanted)
  const free = port ?? (await tryPort('127.0.0.1', 0))
  if (free === undefined) throw new Error('no port of 127.0.0.1 is free')
  return free
}

/** Can a server listen there? @returns the port, or undefined when another program has it */
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
