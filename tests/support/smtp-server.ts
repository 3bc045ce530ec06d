import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A received mail. */
export type Arrived = { readonly from: string; readonly to: readonly string[]; readonly source: string }

/**
 * A mail server on loopback.
 * @param o.port the port it listens on; any free one by default
 */
export async function openSmtp({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        arrived.push({ from, to, source: Buffer.concat(parts).toString('utf8') })
        done()
      })
    },
    ...options,
  })
  // Clients may hang up at any time.
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const chosen = typeof address === 'object' && address !== null ? address.port : port
  return { arrived, port: chosen, url: `smtp://127.0.0.1:${chosen}`, stop }
}
