import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { checkedLookup, checkReach, hostOf } from './network-address.ts'

const HEADER_BYTES = 16_384

/** A request to a server that is not ours. */
export type GuardedRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
  /** Whether the server may be on this machine or in a private network. */
  readonly allowPrivate: boolean
  /** Ends the request and the reading of its answer. */
  readonly signal: AbortSignal
}

/** An answer is too long or encoded. The message is for the log. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused'
}

/**
 * Sends a request over a connection of its own, only to an address that it may reach. Follows no redirect. Read the
 * answer with {@link readAnswer}, or destroy it.
 * @throws AddressRefused for a private address unless allowed, and for a public one without encryption
 */
export async function sendRequest(
  url: URL,
  { method, headers, body, allowPrivate, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  const isEncrypted = url.protocol === 'https:'
  const reach = { allowPrivate, isEncrypted }
  // A host that is an address is connected to without a look-up.
  if (isIP(hostOf(url)) > 0) checkReach(hostOf(url), reach)
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (isEncrypted ? httpsRequest : httpRequest)(url, {
      method,
      agent: false,
      lookup: checkedLookup(reach),
      maxHeaderSize: HEADER_BYTES,
      signal,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body === undefined ? {} : { 'content-length': body.length }),
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', resolve)
    request.end(body)
  })
}

/** Reads an answer as text. @throws AnswerRefused if it is longer than `maxBytes`, or encoded */
export async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<string> {
  // Compressed, a small body could become a large one.
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new AnswerRefused(`its answer is encoded as ${encoding}`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    const read = Buffer.from(chunk)
    bytes += read.length
    if (bytes > maxBytes) throw new AnswerRefused(`its answer is longer than ${maxBytes} bytes`)
    chunks.push(read)
  }
  return Buffer.concat(chunks).toString('utf8')
}
