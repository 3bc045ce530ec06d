import { asAppError } from './app-error.ts'
import { bodyOf, takeEarlyResponse, urlOf } from './early-requests.ts'
import { refusalIn } from './refusal.ts'

/** Options of a call; aborting `signal` cancels it. */
export type CallOptions = { readonly signal?: AbortSignal | undefined }

/**
 * Calls one procedure of the API over oRPC's protocol: input and output under `json`, server events for a stream. Our
 * contracts hold only JSON values, so the page does without oRPC's own client, which is several times larger.
 * @throws AppError the server's refusal; `unavailable` without a response; an abort as the browser throws it
 */
export async function callProcedure(
  path: readonly string[],
  input: unknown,
  { signal }: CallOptions = {},
): Promise<unknown> {
  try {
    const [url, body] = [urlOf(path.join('/')), bodyOf(input)]
    const response =
      (await takeEarlyResponse(url, body)) ??
      (await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        ...(signal && { signal }),
      }))
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

/** The value under `json`; undefined for a response that is not JSON, such as a proxy's error page. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text.startsWith('{')) return undefined
  const { json }: { json?: unknown } = JSON.parse(text)
  return json
}
