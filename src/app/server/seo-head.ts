import { TAGLINE, siteName } from '#platform/shared/product.ts'
import { pictureNameOf } from './seo.ts'

/** The picture size that social networks show large. */
export const PICTURE = { width: 1_200, height: 630 } as const

/**
 * Adds what social networks read when a page is shared (Open Graph, and Twitter's few own names), from the page's
 * title and description. Only crawlers need it and they read only what the server sends, so no page has to know.
 */
export function withSocialMeta(html: string, { origin, path }: { origin: string; path: string }): string {
  const title = titleOf(html)
  const ownDescription = descriptionOf(html)
  const description = ownDescription ?? escaped(TAGLINE)
  const picture = `${origin}/social/${pictureNameOf(path)}.png`
  const tags = [
    ...(ownDescription === undefined ? [`<meta name="description" content="${description}"/>`] : []),
    property('og:type', 'website'),
    property('og:site_name', escaped(siteName())),
    property('og:title', title),
    property('og:description', description),
    property('og:url', escaped(origin + path)),
    property('og:image', escaped(picture)),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(PICTURE.width)),
    property('og:image:height', String(PICTURE.height)),
    property('og:image:alt', title),
    `<meta name="twitter:card" content="summary_large_image"/>`,
  ]
  return html.replace('</head>', () => `${tags.join('')}</head>`)
}

/** The page's title as it stands in its HTML, escaped; the product's name when it has none. */
export function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? escaped(siteName())
}

function descriptionOf(html: string): string | undefined {
  return /<meta name="description" content="([^"]*)"/.exec(html)?.[1]
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${content}"/>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
