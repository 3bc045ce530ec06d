import { expect, test } from 'vitest'
import { type ConsumeRateLimit, enforceRateLimit } from './rate-limit.ts'

const LIMIT = { window: 60, max: 1 }

test('passes requests within the limit', async () => {
  await expect(enforceRateLimit(answering(null), { key: 'a', limit: LIMIT, message: 'Wait.' })).resolves.toBeUndefined()
})

test('refuses further requests with the seconds until the window ends', async () => {
  const refused = enforceRateLimit(answering(7), { key: 'a', limit: LIMIT, message: 'Wait.' })
  await expect(refused).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Wait.',
    details: { retryAfterSeconds: 7 },
  })
})

test('a refusal can name the time to wait', async () => {
  const message = (waitSeconds: number) => `Wait ${waitSeconds} s.`
  await expect(enforceRateLimit(answering(7), { key: 'a', limit: LIMIT, message })).rejects.toThrow('Wait 7 s.')
})

/** A counter with this answer. @param retryAfter null to allow the request */
function answering(retryAfter: number | null): ConsumeRateLimit {
  return async () => ({ allowed: retryAfter === null, retryAfter })
}
