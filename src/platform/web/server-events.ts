import { asAppError } from './app-error.ts'
import { refusalOf } from './refusal.ts'

/**
 * The values of a stream, in order, until the server ends it; leaving the loop closes the connection.
 * @throws AppError the server's refusal to continue; `unavailable` when the connection breaks
 */
export async function* serverEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + value).split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        if (event?.name === 'done') return
        if (event?.name === 'error') throw refusalOf(event.json)
        if (event) yield event.json
      }
    }
  } catch (error) {
    throw error instanceof DOMException ? error : asAppError(error)
  } finally {
    // A broken connection has nothing left to close.
    reader.cancel().catch(() => undefined)
  }
}

/** Parses one event; undefined for a comment, which only keeps the connection open. */
function parse(block: string): { name: string; json: unknown } | undefined {
  const field = (name: string) =>
    block
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      .join('\n')
  const data = field('data')
  if (data === '') return field('event') === 'done' ? { name: 'done', json: undefined } : undefined
  const { json }: { json?: unknown } = JSON.parse(data)
  return { name: field('event') || 'message', json }
}
