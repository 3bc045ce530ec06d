import { expect, test } from 'vitest'
import { PlanName } from '#features/accounts/model/index.ts'
import { START_CREDITS } from '#features/credits/model/index.ts'
import { limitsOf } from './limits.ts'
import { framesAt, PLANS, queuePriorityOf } from './plans.ts'

test.each([
  { plan: 'free', minutes: 3, megabytes: 500 },
  { plan: 'basic', minutes: 10, megabytes: 2_000 },
  { plan: 'pro', minutes: 30, megabytes: 5_000 },
  { plan: 'premium', minutes: 120, megabytes: 10_000 },
] as const)('limits a $plan upload to $minutes minutes and $megabytes MB', ({ plan, minutes, megabytes }) => {
  expect(limitsOf(PLANS[plan])).toMatchObject({ maxDurationMs: minutes * 60_000, maxBytes: megabytes * 1_000_000 })
})

test('grants exactly the start credits on the free plan', () => {
  expect(PLANS.free.credits).toEqual({ amount: START_CREDITS, each: 'once' })
})

test('gives a higher plan the same or a better queue and limits', () => {
  const names = PlanName.options
  for (const [index, name] of names.entries()) {
    const above = names[index + 1]
    if (above === undefined) continue
    const [lower, higher] = [PLANS[name], PLANS[above]]
    expect(queuePriorityOf(higher.queue), above).toBeGreaterThanOrEqual(queuePriorityOf(lower.queue))
    expect(higher.jobsAtOnce, above).toBeGreaterThanOrEqual(lower.jobsAtOnce)
    expect(higher.jobsInLine, above).toBeGreaterThanOrEqual(lower.jobsInLine)
    expect(lower.jobsInLine, name).toBeGreaterThan(lower.jobsAtOnce)
    expect(higher.maxBytes, above).toBeGreaterThanOrEqual(lower.maxBytes)
    expect(higher.maxDurationMs, above).toBeGreaterThanOrEqual(lower.maxDurationMs)
    for (const height of [720, 1080, PLANS[name].export.height]) {
      expect(framesAt(PLANS[above].export, height), above).toBeGreaterThanOrEqual(framesAt(PLANS[name].export, height))
    }
  }
})
