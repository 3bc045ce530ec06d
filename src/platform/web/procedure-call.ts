import { asAppError } from './app-error.ts'
import { refusalIn } from './refusal.ts'

/** How a call may be ended early. */
export type CallOptions = { readonly signal?: AbortSignal | undefined }

/**
 * Calls one procedure of the API, as oRPC's protocol wants it: the input and the answer under `json`, server events
 * for a stream. Our contracts hold nothing that JSON does not, which is why oRPC's own client, several times the size
 * of this one, stays on the server.
 * @throws AppError as the server refused it; `unavailable` without an answer; an abort as the browser throws it
 */
export async function callProcedure(
  path: readonly string[],
  input: unknown,
  { signal }: CallOptions = {},
): Promise<unknown> {
  try {
    const response = await fetch(`/api/rpc/${path.join('/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw refusalIn(await response.text())
    if (response.body === null || !isStream(response)) return await jsonOf(response)
    const { serverEvents } = await import('./server-events.ts')
    return serverEvents(response.body)
  } catch (error) {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : asAppError(error)
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** What stands under `json`; a proxy's page instead of an answer is none. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text.startsWith('{')) return undefined
  const { json }: { json?: unknown } = JSON.parse(text)
  return json
}
