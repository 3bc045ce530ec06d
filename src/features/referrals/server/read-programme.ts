import type { Env } from '#platform/server/env.ts'
import type { AffiliateTerms } from '#platform/shared/contacts.ts'
import { DEFAULT_PROGRAMME, type Programme } from '../model/index.ts'

const DAY_MS = 86_400_000

type TermsEnv = Pick<Env, 'AFFILIATE_WINDOW_DAYS' | 'AFFILIATE_COMMISSION_MONTHS' | 'AFFILIATE_APPROVAL'>
type ProgrammeEnv = TermsEnv & Pick<Env, 'AFFILIATE_ISSUER' | 'AFFILIATE_TAX_NOTE'>

/** The operator's settings of the programme. @param termsVersion the version of the terms that an affiliate accepts */
export function readProgramme(env: ProgrammeEnv, termsVersion: string): Programme {
  return {
    windowMs: env.AFFILIATE_WINDOW_DAYS * DAY_MS,
    commissionMonths: env.AFFILIATE_COMMISSION_MONTHS ?? null,
    approval: env.AFFILIATE_APPROVAL,
    termsVersion,
    issuer: env.AFFILIATE_ISSUER ?? null,
    taxNote: env.AFFILIATE_TAX_NOTE ?? DEFAULT_PROGRAMME.taxNote,
  }
}

/** The terms of the programme that pages show to visitors and affiliates. */
export function readAffiliateTerms(
  env: TermsEnv & Pick<Env, 'AFFILIATE_ATTRIBUTION' | 'AFFILIATE_CONSENT'>,
): AffiliateTerms {
  return {
    windowDays: env.AFFILIATE_WINDOW_DAYS,
    attribution: env.AFFILIATE_ATTRIBUTION,
    asksConsent: env.AFFILIATE_CONSENT === 'ask',
    reviewsApplications: env.AFFILIATE_APPROVAL === 'operator',
    commissionMonths: env.AFFILIATE_COMMISSION_MONTHS ?? null,
  }
}
