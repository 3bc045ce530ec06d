/** The product's name. */
export const PRODUCT_NAME = 'Wordpop'
/** The tagline (spec, opening paragraph). */
export const TAGLINE = 'Turn your vision into viral content, one clip at a time.'

/** The name of the site, in every text: read each time, since it can change while the process runs. */
export function siteName(): string {
  return PRODUCT_NAME
}
