import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** One request, as a service of this API reads it. */
export type SentSound = {
  readonly path: string
  readonly key: string | undefined
  /** Every field but the file, with all of its values. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly sound: Buffer
}

/** Answers one request. @param count 1 for the first request, and so on */
export type Answer = (response: ServerResponse, sent: SentSound, count: number) => void

/**
 * A server on loopback that speaks the transcription API of OpenAI over real HTTP; closed after the test.
 * @param answer what it answers; default: the text "hello world" with a time for each word
 */
export async function startSpeechServer(answer: Answer = sendTranscript()) {
  const sent: SentSound[] = []
  const server = createServer((request, response) => {
    void readSound(request).then((sound) => {
      sent.push(sound)
      answer(response, sound, sent.length)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, sent, url: new URL(`http://127.0.0.1:${port}/v1/audio/transcriptions`) }
}

/** Sends a transcript. @param transcript its fields in `verbose_json`; default: "hello world" with times */
export function sendTranscript(transcript: object = HELLO_WORLD): Answer {
  return sendBody(JSON.stringify(transcript))
}

/** Sends a body with any status and headers. */
export function sendBody(
  body: string,
  { status = 200, ...headers }: { status?: number } & Readonly<Record<string, string | number>> = {},
): Answer {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

const HELLO_WORLD = {
  task: 'transcribe',
  language: 'english',
  duration: 3.2,
  text: 'Hello, world.',
  words: [
    { word: 'Hello', start: 0.5, end: 0.8 },
    { word: 'world', start: 1.2, end: 1.6 },
  ],
}

async function readSound(request: IncomingMessage): Promise<SentSound> {
  const body = await buffer(request)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  const file = form.get('file')
  const names = [...new Set(form.keys())].filter((name) => name !== 'file')
  return {
    path: request.url ?? '',
    key: request.headers.authorization,
    fields: Object.fromEntries(names.map((name) => [name, form.getAll(name).map(String)])),
    sound: file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0),
  }
}
