import { type AffiliateTerms, DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import { useSite } from '#platform/web/use-site.ts'

/** The site's settings of the affiliate programme. */
export function useAffiliateTerms(): AffiliateTerms {
  return useSite()?.affiliates ?? DEFAULT_AFFILIATE_TERMS
}
