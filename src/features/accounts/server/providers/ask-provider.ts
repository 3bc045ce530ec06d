import { AnswerRefused, readAnswer, sendRequest } from '#platform/server/http/guarded-request.ts'
import { AddressRefused } from '#platform/server/http/network-address.ts'

/** The limit of one request, in milliseconds. */
const TIMEOUT_MS = 10_000
/** The longest answer, in bytes; a discovery document with every extension takes under 20 kB. */
const MOST_BYTES = 256_000

/** A provider gave no answer that can be used. The message continues “The provider failed:”. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}

/** A request to a provider. */
export type ProviderRequest = {
  /** Sent as a form; without one the request is a GET. */
  readonly form?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the provider may be on this machine or in a private network. */
  readonly allowPrivate: boolean
}

/**
 * Asks a provider for JSON, within limits of time and size. Follows no redirect.
 * @throws ProviderFailure without an answer of status 200 that is JSON
 */
export async function askProvider(
  url: string,
  { form, headers = {}, allowPrivate }: ProviderRequest,
): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await sendRequest(new URL(url), {
      method: form === undefined ? 'GET' : 'POST',
      headers,
      body: form && Buffer.from(form.toString()),
      allowPrivate,
      signal,
    })
    try {
      if (answer.statusCode !== 200) throw new ProviderFailure(`it answered ${answer.statusCode ?? 0}`)
      return JSON.parse(await readAnswer(answer, MOST_BYTES))
    } finally {
      answer.destroy()
    }
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    throw new ProviderFailure(signal.aborted ? 'it did not answer within 10 seconds' : reasonOf(error), {
      cause: error,
    })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'its answer is not JSON'
  if (error instanceof AddressRefused || error instanceof AnswerRefused) return error.message
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? `it cannot be reached (${error.code})` : error.message
}
