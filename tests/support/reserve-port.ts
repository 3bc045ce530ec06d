import { randomInt } from 'node:crypto'
import { tryLock } from '#platform/server/database/lock.ts'
import { tryPort } from '#platform/server/ports.ts'

/** Where this process looks next. Processes start at random ports, so that they rarely collide. */
let next = randomInt(11_000, 30_000)

/**
 * Reserves a port of 127.0.0.1 for a server that starts later or restarts. The reservation lasts as long as this
 * process, and no port is returned twice. It is below the ephemeral range, from which the system could assign it
 * meanwhile.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = next
    next += 1
    if ((await tryLock(`/reserved-port/${port}`)) !== undefined && (await tryPort('127.0.0.1', port)) !== undefined)
      return port
  }
}
