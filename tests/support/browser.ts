import { type IncomingMessage, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'

/** A response with its whole body. */
export type Answer = { status: number; headers: Headers; text: string; json: () => unknown }

/**
 * A minimal browser: keeps cookies and sends an Origin.
 * @param from the loopback address it connects from, 127.0.0.1 by default
 * @param site the origin of its pages; by default that of `url`
 */
export function browser(url: string, from = '127.0.0.1', site = url) {
  const cookies = new Map<string, string>()
  async function send(
    path: string,
    o: { method?: string; json?: unknown; bytes?: Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const method = o.method ?? (o.json === undefined ? 'GET' : 'POST')
    const headers: Record<string, string> = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    if (method !== 'GET') headers['origin'] = site
    if (o.json !== undefined) headers['content-type'] = 'application/json'
    const answer = await exchange(new URL(path, url), {
      method,
      from,
      headers: { ...headers, ...o.headers },
      body: o.bytes ?? (o.json === undefined ? undefined : JSON.stringify(o.json)),
    })
    for (const cookie of answer.headers.getSetCookie()) keep(cookies, cookie)
    return answer
  }
  return {
    cookies,
    send,
    /** Calls a procedure: `call('accounts/me')`. A stream has no `output`, only `text`. */
    async call(procedure: string, input?: unknown): Promise<Answer & { output: unknown }> {
      const answer = await send(`/api/rpc/${procedure}`, { json: { json: input } })
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
      const body = isJson ? answer.json() : undefined
      return { ...answer, output: typeof body === 'object' && body !== null && 'json' in body ? body.json : body }
    },
    /** Signs up with a fresh address; the browser is logged in afterwards. */
    async signUp(o: { email: string; password?: string; name?: string }): Promise<Answer> {
      return send('/api/auth/sign-up/email', { json: { password: PASSWORD, ...o } })
    },
    async logIn(o: { email: string; password?: string }): Promise<Answer> {
      return send('/api/auth/sign-in/email', { json: { password: PASSWORD, ...o } })
    },
  }
}

/** A password that passes every check. */
export const PASSWORD = 'purple otter climbs'

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = ''] = cookie.split(';')
  const at = pair.indexOf('=')
  if (/max-age=0/i.test(cookie)) cookies.delete(pair.slice(0, at))
  else cookies.set(pair.slice(0, at), pair.slice(at + 1))
}

/** `fetch` can set neither the local address nor the Origin header. */
async function exchange(
  url: URL,
  o: { method: string; from: string; headers: Record<string, string>; body: string | Uint8Array | undefined },
): Promise<Answer> {
  const request = httpRequest(url, { method: o.method, headers: o.headers, localAddress: o.from, agent: false })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  )
  request.end(o.body)
  const response = await answered
  const headers = new Headers()
  for (let n = 0; n < response.rawHeaders.length; n += 2)
    headers.append(response.rawHeaders[n] ?? '', response.rawHeaders[n + 1] ?? '')
  const body = await text(response)
  return { status: response.statusCode ?? 0, headers, text: body, json: () => JSON.parse(body) }
}
