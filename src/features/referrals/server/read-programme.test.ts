import { expect, test } from 'vitest'
import { readProgramme } from './read-programme.ts'

test('reads the window in days, and no limit of commissions by default', () => {
  const env = {
    AFFILIATE_WINDOW_DAYS: 30,
    AFFILIATE_COMMISSION_MONTHS: undefined,
    AFFILIATE_APPROVAL: 'automatic',
  } as const
  expect(readProgramme(env, '2026-11-21')).toEqual({
    windowMs: 2_592_000_000,
    commissionMonths: null,
    approval: 'automatic',
    termsVersion: '2026-11-21',
  })
})
