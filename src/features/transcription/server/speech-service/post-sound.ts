import type { IncomingMessage } from 'node:http'
import { AnswerRefused, readAnswer, sendRequest } from '#platform/server/http/guarded-request.ts'
import { AddressRefused } from '#platform/server/http/network-address.ts'
import { writeWav } from '../wav.ts'
import type { SpeechService } from './settings.ts'

/** Longest answer to one piece, in bytes: thirty seconds of words with all details take under 100 kB. */
const MOST_BYTES = 2_000_000

/** The service did not give an answer that can be used. The message is for the log. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  /** Another attempt may succeed. */
  readonly isTransient: boolean
  /** Other pieces and videos would fail too. */
  readonly isGeneral: boolean
  /** The wait that the service asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, o: { isTransient?: boolean; isGeneral?: boolean; retryAfterMs?: number | undefined }) {
    super(message)
    this.isTransient = o.isTransient ?? false
    this.isGeneral = o.isGeneral ?? false
    this.retryAfterMs = o.retryAfterMs
  }
}

/** The form of a request for words with their times. @param samples at `SAMPLE_RATE` */
export function formWith(samples: Int16Array, model: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([writeWav(samples)], { type: 'audio/wav' }), 'sound.wav')
  form.set('model', model)
  form.set('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'word')
  form.append('timestamp_granularities[]', 'segment')
  return form
}

/**
 * Sends one form to the service and reads the answer, within its limits of time and size. Follows no redirect.
 * @returns the body of an answer with status 200
 * @throws ServiceFailure for anything else; the signal's reason when aborted
 */
export async function postSound(service: SpeechService, form: FormData, signal: AbortSignal): Promise<string> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(service.timeoutMs)])
  try {
    const response = await send(service, await encode(form), limited)
    try {
      checkStatus(response)
      return await readAnswer(response, MOST_BYTES)
    } finally {
      response.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ServiceFailure) throw error
    if (error instanceof AnswerRefused) throw new ServiceFailure(error.message, {})
    if (error instanceof AddressRefused) throw new ServiceFailure(error.message, { isGeneral: true })
    const reason = limited.aborted ? `no answer within ${service.timeoutMs} ms` : describe(error)
    throw new ServiceFailure(reason, { isTransient: true, isGeneral: true })
  }
}

type Encoded = { readonly body: Buffer; readonly type: string }

async function encode(form: FormData): Promise<Encoded> {
  const encoded = new Response(form)
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

function send({ url, key, allowPrivate }: SpeechService, form: Encoded, signal: AbortSignal): Promise<IncomingMessage> {
  return sendRequest(url, {
    method: 'POST',
    body: form.body,
    allowPrivate,
    signal,
    headers: { 'content-type': form.type, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
  })
}

/** The answers that concern the sound rather than the service. */
const ABOUT_THE_SOUND = [400, 413, 415, 422]
const BUSY = [408, 429, 500, 502, 503, 504]

function checkStatus({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode === 200) return
  throw new ServiceFailure(`it answered ${statusCode}`, {
    isTransient: BUSY.includes(statusCode),
    isGeneral: !ABOUT_THE_SOUND.includes(statusCode),
    retryAfterMs: BUSY.includes(statusCode) ? waitOf(headers['retry-after']) : undefined,
  })
}

/** Retry-After in seconds or as a date (RFC 9110 §10.2.3), in milliseconds. */
function waitOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/u.test(header)) return Number(header) * 1_000
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now())
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
