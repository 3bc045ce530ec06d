import { Agent, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { z } from 'zod'

/** The outcome of a request, in one word for the tables. */
export type Outcome = 'let in' | 'nobody' | 'not there' | 'forbidden' | 'too large' | `${number}`

export type Request = {
  readonly method: string
  readonly path: string
  readonly cookies?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/**
 * Calls of procedures share a connection: to open one takes a quarter of the processor time of a call. A route may answer
 * before it has read a body, and the server then closes the connection.
 */
const agent = new Agent({ keepAlive: true })
const PROCEDURE = /^\/api\/(?:rpc|v1)\//u

/** Sends one request and reads only as much of the response as its outcome needs: a stream may never end. */
export async function ask(url: string, { method, path, cookies = '', headers, json }: Request): Promise<Outcome> {
  const outgoing = request(new URL(path, url), {
    method,
    agent: PROCEDURE.test(path) && agent,
    headers: { cookie: cookies, origin: url, 'content-type': 'application/json', ...headers },
  })
  outgoing.end(json === undefined ? undefined : JSON.stringify(json))
  const [answer]: IncomingMessage[] = await once(outgoing, 'response')
  if (answer === undefined) throw new Error(`no answer to ${method} ${path}`)
  return outcomeOf(answer.statusCode ?? 0, await firstPart(answer))
}

/** The whole response, or the first event of a stream, whose connection then ends. */
async function firstPart(answer: IncomingMessage): Promise<string> {
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true
  let text = ''
  answer.setEncoding('utf8')
  for await (const part of answer) {
    text += String(part)
    if (isStream && /^data: .*\n/m.test(text)) break
  }
  return text
}

const Facts = z.object({ field: z.string().optional(), lost: z.string().optional() }).default({})
const Failure = z.object({ status: z.number().optional(), message: z.string(), data: Facts, details: Facts })
/** A refusal as our pages, REST and plain routes return it. */
const Refusal = z
  .union([
    z.object({ json: Failure }).transform(({ json }) => json),
    Failure,
    z.object({ error: Failure }).transform(({ error }) => error),
  ])
  .catch({ message: '', data: {}, details: {} })

function outcomeOf(answered: number, text: string): Outcome {
  const streamed = /^event: error\ndata: (.*)$/m.exec(text)?.[1]
  const refusal = refusalIn(streamed ?? (answered >= 400 ? text : ''))
  const status = streamed === undefined ? answered : (refusal.status ?? 500)
  if (status === 401 && refusal.message === 'No user logged in') return 'nobody'
  // A former collaborator reads in the same refusal why their access ended.
  const isLost = (refusal.data.lost ?? refusal.details.lost) !== undefined
  if (status === 404 && (isLost || refusal.message.endsWith('ot found'))) return 'not there'
  // A 403 about one form field, such as the current password, does not depend on the caller's role.
  if (status === 403 && refusal.data.field === undefined && refusal.details.field === undefined) return 'forbidden'
  if (status === 413) return 'too large'
  // The request was invalid, for example incomplete, but the caller may make it.
  return status < 500 ? 'let in' : `${status}`
}

function refusalIn(text: string): z.output<typeof Failure> {
  return Refusal.parse(text.startsWith('{') ? JSON.parse(text) : {})
}
