import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

const HEADER_BYTES = 12
const TXT = 16

/**
 * A name server on loopback, for one test: it answers with these TXT records, and that a name does not exist otherwise.
 * @param records texts by name; `'silence'` never answers
 * @returns its address, `127.0.0.1:port`
 */
export async function startDns(records: Readonly<Record<string, readonly string[] | 'silence'>>): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = questionOf(query)
    const texts = records[name] ?? []
    if (texts !== 'silence') socket.send(answerTo(query.subarray(0, end), texts), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

/** The name that a query asks for, in lower case, and where its question ends (RFC 1035 §4.1.2). */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

function answerTo(question: Buffer, texts: readonly string[]): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(texts.length === 0 ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(texts.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...texts.map(answer)])
}

/** A TXT record for the name of the question, in pieces of 255 bytes. */
function answer(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  const data = Buffer.concat(pieces)
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
