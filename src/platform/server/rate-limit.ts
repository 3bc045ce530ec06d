import { AppError } from '../shared/errors.ts'

/** At most `max` requests in each window of `window` seconds. */
export type RateLimit = { readonly window: number; readonly max: number }

/**
 * Counts a request under a key, and decides whether the limit allows it.
 * @returns `retryAfter`: the seconds until the window ends; null for an allowed request
 */
export type ConsumeRateLimit = (
  key: string,
  limit: RateLimit,
) => Promise<{ readonly allowed: boolean; readonly retryAfter: number | null }>

/**
 * Counts a request, and refuses it beyond the limit.
 * @param o.message the refusal, for the user; a function gets the seconds to wait
 * @throws AppError `too_many_requests`, with `retryAfterSeconds`
 */
export async function enforceRateLimit(
  consume: ConsumeRateLimit,
  { key, limit, message }: { key: string; limit: RateLimit; message: string | ((waitSeconds: number) => string) },
): Promise<void> {
  const { allowed, retryAfter } = await consume(key, limit)
  if (allowed) return
  const retryAfterSeconds = retryAfter ?? limit.window
  const text = typeof message === 'string' ? message : message(retryAfterSeconds)
  throw new AppError('too_many_requests', text, { retryAfterSeconds })
}
