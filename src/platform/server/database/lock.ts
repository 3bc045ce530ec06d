import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Held until released or until the process ends, in whatever way. */
export type Lock = { release(): Promise<void> }

/**
 * Tries to acquire a lock on this machine, named by a path.
 *
 * The lock is a listening local socket, which the kernel releases with the process. A lock file would outlive a killed
 * owner, and its process id is soon reused.
 */
export async function tryLock(path: string): Promise<Lock | undefined> {
  const address = socketAddress(path)
  const server = (await listen(address)) ?? (await listenOnAbandoned(address))
  if (server === undefined) return undefined
  server.unref()
  return { release: () => new Promise((done) => server.close(() => done())) }
}

/** Runs `work` while holding the lock, and waits for it as long as its owner lives. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const lock = await tryLock(path)
    if (lock === undefined) {
      await sleep(100)
      continue
    }
    try {
      return await work()
    } finally {
      await lock.release()
    }
  }
}

/** Linux has abstract sockets; other systems use a short file name in the temporary directory. */
function socketAddress(path: string): string {
  const name = `wordpop-${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 24)}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolveServer, reject) => {
    const server = createServer((visitor) => visitor.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolveServer(undefined)
      else reject(error)
    })
    server.listen(address, () => resolveServer(server))
  })
}

async function listenOnAbandoned(address: string): Promise<Server | undefined> {
  if (address.startsWith('\0') || (await hasOwner(address))) return undefined
  rmSync(address, { force: true })
  return listen(address)
}

function hasOwner(address: string): Promise<boolean> {
  return new Promise((resolveOwner) => {
    const visit = createConnection(address)
    visit.once('connect', () => {
      visit.destroy()
      resolveOwner(true)
    })
    visit.once('error', () => resolveOwner(false))
  })
}
