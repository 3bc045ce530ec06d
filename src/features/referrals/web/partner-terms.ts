import { type PartnerTerms, USUAL_PARTNER_TERMS } from '#platform/shared/contacts.ts'
import { useSite } from '#platform/web/use-site.ts'

/** How this site runs its affiliate programme. */
export function usePartnerTerms(): PartnerTerms {
  return useSite()?.partners ?? USUAL_PARTNER_TERMS
}
