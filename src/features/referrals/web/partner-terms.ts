import { type PartnerTerms, USUAL_PARTNER_TERMS } from '#platform/shared/contacts.ts'
import { useSite } from '#platform/web/use-site.ts'

/** The site's settings of the affiliate programme. */
export function usePartnerTerms(): PartnerTerms {
  return useSite()?.partners ?? USUAL_PARTNER_TERMS
}
