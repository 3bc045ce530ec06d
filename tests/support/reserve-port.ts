import { randomInt } from 'node:crypto'
import { tryLock } from '#platform/server/lock.ts'
import { tryPort } from '#platform/server/ports.ts'

/** Where this process looks next. Each begins elsewhere, so that they seldom meet. */
let next = randomInt(11_000, 30_000)

/**
 * A port of 127.0.0.1 for a server that comes later, or that goes and comes back; it is this process's as long as that
 * lives, and never given twice. It is below those that the system gives to whoever asks for any: one of those could be
 * given away meanwhile.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = next
    next += 1
    if ((await tryLock(`/reserved-port/${port}`)) !== undefined && (await tryPort('127.0.0.1', port)) !== undefined)
      return port
  }
}
