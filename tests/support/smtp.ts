import { onTestFinished } from 'vitest'
import { type Arrived, openSmtp } from './smtp-server.ts'

export type { Arrived } from './smtp-server.ts'

/** A mail server on loopback, for one test. @param o as {@link openSmtp} takes them */
export async function startSmtp(o: Parameters<typeof openSmtp>[0] = {}): ReturnType<typeof openSmtp> {
  const server = await openSmtp(o)
  onTestFinished(server.stop)
  return server
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
