import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A received mail. */
export type Arrived = { readonly from: string; readonly to: readonly string[]; readonly source: string }

/**
 * A mail server on loopback, for one test.
 * @param o.port the port it listens on; any free one by default
 */
export async function startSmtp({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
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
  onTestFinished(stop)
  const chosen = typeof address === 'object' && address !== null ? address.port : port
  return { arrived, port: chosen, url: `smtp://127.0.0.1:${chosen}`, stop }
}

/** An SMTP refusal. */
export function smtpRefusal(code: number): Error {
  return Object.assign(new Error('no'), { responseCode: code })
}

/** One header of a mail, unfolded (RFC 5322 §2.2.3); undefined if absent. */
export function headerOf({ source }: Arrived, name: string): string | undefined {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim()
}
