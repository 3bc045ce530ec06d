/** The operator's e-mail addresses, one for each concern (spec §2, footer). */
export type Contacts = { readonly legal: string; readonly support: string; readonly general: string }
/** URLs of the operator's other channels (spec §2, footer); absent if there are none. */
export type SocialLinks = { readonly microblog?: string; readonly chat?: string }
/** The terms of the affiliate programme as visitors and affiliates see them. */
export type AffiliateTerms = {
  /** Days for which a visit through a link counts. */
  readonly windowDays: number
  /** Which link counts if a visitor follows two. */
  readonly attribution: 'first' | 'last'
  /** False if a link may be remembered without consent. */
  readonly asksConsent: boolean
  /** True if the operator reviews every application. */
  readonly reviewsApplications: boolean
  /** Months from the first purchase in which purchases earn a commission; null for no limit. */
  readonly commissionMonths: number | null
}

/** The default terms (spec §9). */
export const DEFAULT_AFFILIATE_TERMS: AffiliateTerms = {
  windowDays: 30,
  attribution: 'first',
  asksConsent: true,
  reviewsApplications: false,
  commissionMonths: null,
}

/** What a theme takes from the accent of a site: the hue in degrees, and the strength, 1 for the product's own. */
export type AccentTone = { readonly hue: number; readonly strength: number }

/** A notice above every page, in the Markdown of our texts: one paragraph. */
export type SiteNotice = { readonly text: string; readonly isDismissible: boolean }

/** The logo of a site: addresses on the site itself, and its size in pixels. */
export type SiteLogo = {
  readonly source: string
  /** In the dark theme. */
  readonly onDark: string
  readonly width: number
  readonly height: number
  /** Whether the name stands beside it. */
  readonly showsName: boolean
}

/** The icons of a site in a tab, on the home screens of Apple's devices, and in its manifest in two sizes. */
export type SiteIcons = { readonly tab: string; readonly apple: string; readonly small: string; readonly large: string }

/**
 * With what captions start for somebody who has chosen nothing. Operators set it while the site runs: either may no longer
 * exist.
 */
export type NewCaptions = {
  /** ISO 639 code; absent to detect the language. */
  readonly language?: string
  /** Id of a template; absent for the built-in one. */
  readonly template?: string
}
/** How long new files are stored by plan, in milliseconds; null for as long as somebody has the plan. */
export type RetentionFacts = Readonly<Record<'free' | 'basic' | 'pro' | 'premium', number | null>>

/** What every page knows about the site. It is the same for everybody. */
export type Site = {
  /** The public origin of the product, without a path: `https://wordpop.example`. */
  readonly origin: string
  readonly contacts: Contacts
  readonly links: SocialLinks
  /** False if the operator turned payments off: no prices, no bills. */
  readonly sells: boolean
  readonly affiliates: AffiliateTerms
  /** The host of the service that recognises speech; absent when the sound stays on this server. */
  readonly speechHost?: string | undefined
  /** How long new files are stored; absent where it is as the product's own plans say. */
  readonly retention?: RetentionFacts | undefined
  /** The operator's name for the site; absent for the product's name. */
  readonly name?: string | undefined
  /** The operator's accent; absent for the product's own. */
  readonly accent?: AccentTone | undefined
  /** The operator's logo; absent for the built-in mark. */
  readonly logo?: SiteLogo | undefined
  /** The operator's icons; absent for the built-in ones. */
  readonly icons?: SiteIcons | undefined
  readonly notice?: SiteNotice | undefined
  /** The policies that operators wrote themselves, such as `terms`; absent if there are none. */
  readonly policies?: readonly string[] | undefined
  /** Absent if operators set nothing for them. */
  readonly newCaptions?: NewCaptions | undefined
}

/** The mail host of a site that no mail can reach. */
const FALLBACK_HOST = 'example.com'

/**
 * The contact addresses of a site at `origin`: the operator's own, or legal@, support@ and hello@ its host. On loopback
 * and on a bare IP address, which no mail reaches, the host is example.com.
 */
export function contactsAt(origin: string, given: { readonly [Kind in keyof Contacts]: string | undefined }): Contacts {
  const host = mailHostOf(origin)
  return {
    legal: given.legal ?? `legal@${host}`,
    support: given.support ?? `support@${host}`,
    general: given.general ?? `hello@${host}`,
  }
}

/** The host for e-mail addresses of a site at `origin`. */
export function mailHostOf(origin: string): string {
  const { hostname } = new URL(origin)
  return isLoopback(hostname) || isAddress(hostname) ? FALLBACK_HOST : hostname.replace(/^www\./, '')
}

/** True for a host name or address that only this machine can reach; IPv6 with or without brackets, and IPv4-mapped. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)
}
