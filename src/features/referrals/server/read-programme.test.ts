import { expect, test } from 'vitest'
import { readAffiliateTerms, readProgramme } from './read-programme.ts'

test('reads the window in days, and no limit of commissions by default', () => {
  const env = {
    AFFILIATE_WINDOW_DAYS: 30,
    AFFILIATE_COMMISSION_MONTHS: undefined,
    AFFILIATE_APPROVAL: 'automatic',
  } as const
  expect(readProgramme(env, '2026-11-21')).toEqual({
    windowMs: 2_592_000_000,
    commissionMonths: null,
    issuer: null,
    taxNote: expect.stringMatching(/^Tax: /u),
    approval: 'automatic',
    termsVersion: '2026-11-21',
  })
})

test.each([
  { AFFILIATE_CONSENT: 'ask', AFFILIATE_APPROVAL: 'operator', asksConsent: true, reviewsApplications: true },
  { AFFILIATE_CONSENT: 'none', AFFILIATE_APPROVAL: 'automatic', asksConsent: false, reviewsApplications: false },
] as const)(
  'consent and review follow the settings: $asksConsent, $reviewsApplications',
  ({ asksConsent, reviewsApplications, ...settings }) => {
    const env = {
      ...settings,
      AFFILIATE_WINDOW_DAYS: 30,
      AFFILIATE_COMMISSION_MONTHS: 12,
      AFFILIATE_ATTRIBUTION: 'last',
    } as const
    expect(readAffiliateTerms(env)).toEqual({
      windowDays: 30,
      attribution: 'last',
      asksConsent,
      reviewsApplications,
      commissionMonths: 12,
    })
  },
)
