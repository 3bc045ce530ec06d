import { randomInt } from 'node:crypto'
import { tryPort } from '#platform/server/ports.ts'

/** Where this process looks next. Each begins elsewhere, so that two that look at once do not find the same. */
let next = randomInt(11_000, 30_000)

/**
 * A port of 127.0.0.1 for a server that comes later, or that goes and comes back; never the same twice. It is below
 * those that the system gives to whoever asks for any: one of those could be given away meanwhile.
 */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = next
    next += 1
    if ((await tryPort('127.0.0.1', port)) !== undefined) return port
  }
}
