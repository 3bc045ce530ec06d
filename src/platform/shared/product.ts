/** The product's name; a self-hoster renames it here. */
export const PRODUCT_NAME = 'Wordpop'
/** The tagline (spec, opening paragraph). */
export const TAGLINE = 'Turn your vision into viral content, one clip at a time.'
