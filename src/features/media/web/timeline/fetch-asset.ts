import { LoadLater } from './load-queue.ts'

/** Sends one request, like `fetch`. */
export type FetchAsset = (path: string, init: RequestInit) => Promise<Response> | Response

/** The wait before a refusal without `retry-after` is tried again: too many requests, or an outage. */
const RETRY_MS = 5_000

/**
 * Fetches a file of a video.
 * @returns undefined if the user has no such file
 * @throws LoadLater while it is being made or the server is busy; whatever the network throws
 */
export async function fetchAsset(
  fetch: FetchAsset,
  path: string,
  init: { readonly signal: AbortSignal; readonly headers?: Record<string, string> },
): Promise<Response | undefined> {
  const response = await fetch(path, init)
  if (response.status === 200 || response.status === 206) return response
  // The body of a refusal is not read; a connection is free only after its body is.
  await response.body?.cancel()
  if (response.status === 202 || response.status === 429 || response.status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    throw new LoadLater(Number.isFinite(seconds) ? seconds * 1_000 : RETRY_MS)
  }
  return undefined
}
