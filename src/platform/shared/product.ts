/** The product's name, and a site's by default. */
export const PRODUCT_NAME = 'Wordpop'
/** The tagline (spec, opening paragraph). */
export const TAGLINE = 'Turn your vision into viral content, one clip at a time.'
/** The product's accent where no style sheet applies. */
export const PRODUCT_ACCENT = '#fb8147'

/** How a site calls itself and looks, in every text that it shows or sends. */
export type SiteIdentity = {
  readonly name: string
  /** The accent where no style sheet applies, as in mails: `#rrggbb`, light enough for dark text. */
  readonly accent: string
}

const OWN: SiteIdentity = { name: PRODUCT_NAME, accent: PRODUCT_ACCENT }
let identity = OWN

/**
 * The name of the site. A process serves one site, and so does a document: texts need not carry the name. It can change
 * while the process runs, so it is read each time.
 */
export function siteName(): string {
  return identity.name
}

/** The name and accent of the site. */
export function siteIdentity(): SiteIdentity {
  return identity
}

/** Sets the identity of this process or document; what is not given is the product's own. */
export function identifySite(given: Partial<SiteIdentity>): void {
  identity = { ...OWN, ...given }
}
