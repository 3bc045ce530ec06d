/** Where the operator of a site can be written to: one address for each concern (spec §2, footer). */
export type Contacts = { readonly legal: string; readonly support: string; readonly general: string }
/** Where the operator talks besides (spec §2, footer): addresses of pages elsewhere, absent when there is none. */
export type SocialLinks = { readonly microblog?: string; readonly chat?: string }
/** What visitors and partners are told of the affiliate programme. */
export type AffiliateTerms = {
  /** Days for which a visit through a link counts. */
  readonly windowDays: number
  /** Which of two partners' links counts. */
  readonly attribution: 'first' | 'last'
  /** False where a link may be remembered without asking. */
  readonly asksConsent: boolean
  /** True where the operator looks at every application. */
  readonly reviewsApplications: boolean
  /** Months from the first purchase in which purchases earn a commission; null: all of them do. */
  readonly commissionMonths: number | null
}

/** The affiliate programme of a site that says nothing else (spec §9). */
export const DEFAULT_AFFILIATE_TERMS: AffiliateTerms = {
  windowDays: 30,
  attribution: 'first',
  asksConsent: true,
  reviewsApplications: false,
  commissionMonths: null,
}

/** What every page knows about the site. It is the same for everybody. */
export type Site = {
  /** The address the product is known by, without a path: `https://wordpop.example`. */
  readonly origin: string
  readonly contacts: Contacts
  readonly links: SocialLinks
  /** False where the operator turned payments off: no prices, no bills. */
  readonly sells: boolean
  readonly affiliates: AffiliateTerms
}

/** A host that mail can reach is needed to make an address of; a machine at home has none. */
const NOWHERE = 'example.com'

/**
 * The addresses of a site at `origin`: the operator's own, or legal@, support@ and hello@ its host. On loopback and
 * on a bare IP address, where no mail arrives, the host is example.com.
 */
export function contactsAt(origin: string, given: { readonly [Kind in keyof Contacts]: string | undefined }): Contacts {
  const host = mailHostOf(origin)
  return {
    legal: given.legal ?? `legal@${host}`,
    support: given.support ?? `support@${host}`,
    general: given.general ?? `hello@${host}`,
  }
}

/** The host of e-mail addresses of a site at `origin`. */
export function mailHostOf(origin: string): string {
  const { hostname } = new URL(origin)
  return isLoopback(hostname) || isAddress(hostname) ? NOWHERE : hostname.replace(/^www\./, '')
}

/**
 * True for a host name or address that only this machine reaches; IPv6 with or without its brackets, and IPv4 as IPv6
 * writes it.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)
}
