import { contactsAt, DEFAULT_AFFILIATE_TERMS, type Site } from '#platform/shared/contacts.ts'

const origin = 'https://wordpop.example'

/** A site on which operators set nothing, as its pages know it. */
export const SITE_FACTS: Site = {
  origin,
  contacts: contactsAt(origin, { legal: undefined, support: undefined, general: undefined }),
  links: {},
  sells: true,
  affiliates: DEFAULT_AFFILIATE_TERMS,
}
