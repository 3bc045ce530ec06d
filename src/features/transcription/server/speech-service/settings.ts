import { isIP } from 'node:net'
import type { Env } from '#platform/server/env.ts'
import { hostOf, isPrivateAddress } from '#platform/server/http/network-address.ts'

/** A service that recognises speech on another machine, by the API of OpenAI. */
export type SpeechService = {
  /** Address of its transcriptions. */
  readonly url: URL
  readonly key: string | undefined
  readonly model: string
  /** Longest sound of one run that is sent, in milliseconds. */
  readonly maxSoundMs: number
  /** Limit of one request, in milliseconds. */
  readonly timeoutMs: number
  /** Further attempts for one piece, at least 0. */
  readonly retries: number
  /** Whether it may be on this machine or in a private network. */
  readonly allowPrivate: boolean
}

type Settings = Pick<
  Env,
  | 'SPEECH_API_URL'
  | 'SPEECH_API_KEY'
  | 'SPEECH_API_MODEL'
  | 'SPEECH_API_MAX_SECONDS'
  | 'SPEECH_API_TIMEOUT_SECONDS'
  | 'SPEECH_API_RETRIES'
  | 'SPEECH_API_ALLOW_PRIVATE'
>

/**
 * The speech service of the environment; undefined when the sound stays on this machine.
 * @throws Error with one sentence when the settings contradict each other
 */
export function speechServiceOf(env: Settings): SpeechService | undefined {
  const { SPEECH_API_URL: address, SPEECH_API_KEY: key, SPEECH_API_ALLOW_PRIVATE: allowPrivate } = env
  if (address === undefined) {
    if (key === undefined) return undefined
    throw new Error('SPEECH_API_URL is missing: SPEECH_API_KEY is the key of the speech service at that address.')
  }
  const url = new URL('audio/transcriptions', address.endsWith('/') ? address : `${address}/`)
  checkAddress(url, allowPrivate)
  return {
    url,
    key,
    model: env.SPEECH_API_MODEL,
    maxSoundMs: env.SPEECH_API_MAX_SECONDS * 1_000,
    timeoutMs: env.SPEECH_API_TIMEOUT_SECONDS * 1_000,
    retries: env.SPEECH_API_RETRIES,
    allowPrivate,
  }
}

/** A name is also checked when it is resolved (network-address.ts). */
function checkAddress(url: URL, allowPrivate: boolean): void {
  const host = hostOf(url)
  const isHere = host === 'localhost' || host.endsWith('.localhost') || (isIP(host) > 0 && isPrivateAddress(host))
  if (isHere && !allowPrivate) {
    throw new Error(
      'SPEECH_API_URL is on this machine or in a private network: set SPEECH_API_ALLOW_PRIVATE=true to allow that.',
    )
  }
  if (url.protocol === 'http:' && !allowPrivate) {
    throw new Error(
      'SPEECH_API_URL must begin with https://, so that nobody on the way can listen; only a service in a private network may use http://, with SPEECH_API_ALLOW_PRIVATE=true.',
    )
  }
}
