import { expect, test } from 'vitest'
import { PLANS } from '#features/billing/model/index.ts'
import { creditsFor, formatExportLimit, planList, planTitle, priceOf, videosFor } from './pricing.ts'

const PRICE = { credits: 10, spanMs: 180_000 }

test.each([
  { plan: 'free', monthCents: 0, paidCents: 0 },
  { plan: 'basic', monthCents: 9_60, paidCents: 115_20 },
  { plan: 'pro', monthCents: 23_20, paidCents: 278_40 },
  { plan: 'premium', monthCents: 55_20, paidCents: 662_40 },
] as const)('prices a year of $plan a fifth below twelve months: $paidCents cents', ({ plan, ...price }) => {
  expect(priceOf(PLANS[plan], 'year')).toEqual(price)
})

test.each([
  { monthlyCents: 999, paidCents: 9590, monthCents: 799 },
  { monthlyCents: 1, paidCents: 10, monthCents: 1 },
])('rounds a year of $monthlyCents cents a month once, to $paidCents cents', ({ monthlyCents, ...price }) => {
  expect(priceOf({ monthlyCents }, 'year')).toEqual(price)
})

test('prices a month by the plan, and a contract not at all', () => {
  expect(priceOf(PLANS.pro, 'month')).toEqual({ monthCents: 29_00, paidCents: 29_00 })
  expect(priceOf(PLANS.enterprise, 'year')).toBeNull()
})

test('lists the five plans in order', () => {
  expect(planList(PLANS).map(planTitle)).toEqual(['Free', 'Basic', 'Pro', 'Premium', 'Enterprise'])
})

test.each([
  { credits: 30, videos: 3 },
  { credits: 200, videos: 20 },
  { credits: 9, videos: 0 },
])('captions $videos short videos for $credits credits', ({ credits, videos }) => {
  expect(videosFor(credits, PRICE)).toBe(videos)
})

test.each([
  { durationMs: 1, credits: 10 },
  { durationMs: 180_000, credits: 10 },
  { durationMs: 180_001, credits: 20 },
  { durationMs: 750_000, credits: 50 },
])('prices a video of $durationMs ms at $credits credits', ({ durationMs, credits }) => {
  expect(creditsFor(durationMs, PRICE)).toBe(credits)
})

test('describes the largest export of each plan', () => {
  expect(planList(PLANS).map(formatExportLimit)).toEqual([
    '1080p, 30 fps',
    '1080p, 60 fps',
    '4K, 30 fps or 1080p, 60 fps',
    '4K, 60 fps',
    '4K, 60 fps',
  ])
})
