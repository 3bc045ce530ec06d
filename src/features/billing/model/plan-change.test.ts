import { expect, test } from 'vitest'
import { planLosses } from './plan-change.ts'
import { type Plan, PLANS } from './plans.ts'

const DAY_MS = 86_400_000

test.each([
  { title: 'from for ever to 30 days', from: null, to: 30, loss: 'New videos are deleted after 30 days.' },
  { title: 'from 90 days to 7', from: 90, to: 7, loss: 'New videos are deleted after 7 days.' },
  { title: 'from 30 days to as many', from: 30, to: 30, loss: undefined },
  { title: 'from 30 days to for ever', from: 30, to: null, loss: undefined },
])('says whether a change of plan shortens how long files are stored: $title', ({ from, to, loss }) => {
  const losses = planLosses(storing('pro', from), storing('basic', to)).filter((one) => one.includes('are deleted'))
  expect(losses).toEqual(loss === undefined ? [] : [`${loss} Those that you have now are not deleted earlier.`])
})

function storing(plan: 'basic' | 'pro', days: number | null): Plan {
  return { ...PLANS[plan], retentionMs: days === null ? null : days * DAY_MS }
}
