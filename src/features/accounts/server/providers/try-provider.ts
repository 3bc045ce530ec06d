import { z } from 'zod'
import { readAnswer, sendRequest } from '#platform/server/http/guarded-request.ts'
import { askProvider } from './ask-provider.ts'
import type { ProviderSettings } from './providers.ts'

const TIMEOUT_MS = 10_000
const MOST_BYTES = 256_000

const Keys = z.object({ keys: z.array(z.unknown()).min(1) })
const Refusal = z.object({ error: z.string().max(100) })
/** Refusals of the code alone: the client is known. */
const EXPECTED: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request'])

/**
 * Tries an identity provider without signing anybody in: reads its keys, and offers it a code that it never issued. It
 * checks the client before the code (RFC 6749 §5.2), so that its refusal tells whether it knows the client.
 * @param o.redirectUri our redirect address there
 * @throws Error with one sentence that says what to do
 */
export async function tryProvider(provider: ProviderSettings, { redirectUri }: { redirectUri: string }): Promise<void> {
  const { name, jwksUrl, tokenUrl, allowPrivate } = provider
  const keys = Keys.safeParse(
    await askProvider(jwksUrl, { allowPrivate }).catch((error: Error) => {
      throw new Error(`The keys of ${name} at ${jwksUrl} cannot be read: ${error.message}.`, { cause: error })
    }),
  )
  if (!keys.success) throw new Error(`${jwksUrl} has no keys of ${name}.`)
  const refusal = await offerUnknownCode(provider, redirectUri).catch((error: Error) => {
    const { message, code = message }: { message: string; code?: string } = error
    const reason = error.name === 'TimeoutError' ? 'it took too long' : code
    throw new Error(`${name} does not answer at ${tokenUrl}: ${reason}.`, { cause: error })
  })
  if (refusal === 'invalid_client' || refusal === 'unauthorized_client')
    throw new Error(`${name} refuses our client ${provider.clientId}. Check its id and its secret.`)
  if (refusal === undefined) throw new Error(`${tokenUrl} is no token endpoint of ${name}.`)
  if (!EXPECTED.has(refusal))
    throw new Error(`${name} refuses a log-in at ${tokenUrl} with "${refusal}". Check its settings.`)
}

/** @returns the code of the refusal; undefined if the answer is none of OAuth */
async function offerUnknownCode(provider: ProviderSettings, redirectUri: string): Promise<string | undefined> {
  const { clientId, clientSecret, authentication, tokenUrl, allowPrivate } = provider
  const form = new URLSearchParams({ grant_type: 'authorization_code', code: 'none', redirect_uri: redirectUri })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (authentication === 'basic') {
    // RFC 6749 §2.3.1: both parts are encoded like a form.
    const pair = [clientId, clientSecret].map((part) => new URLSearchParams({ '': part }).toString().slice(1)).join(':')
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`
  } else {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  }
  const body = Buffer.from(form.toString())
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await sendRequest(new URL(tokenUrl), { method: 'POST', headers, body, allowPrivate, signal })
  try {
    return Refusal.safeParse(JSON.parse(await readAnswer(answer, MOST_BYTES))).data?.error
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  } finally {
    answer.destroy()
  }
}
