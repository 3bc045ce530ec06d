import type { SiteIcons, SiteLogo } from '#platform/shared/contacts.ts'
import { escaped } from './escaped.ts'

/**
 * The style that shows the operator's logo in place of the mark of the bar (`navigation/brand.tsx`). It is part of the
 * document, which the page's policy allows by its hash: no other site pays for it, and the first paint has the logo.
 */
export function siteMarkHtml({ source, onDark, width, height, showsName }: SiteLogo): string {
  const ratio = (width / height).toFixed(3)
  return (
    '<style>' +
    // Without room for both, the logo shrinks before the name.
    `.site-mark{height:1.75rem;max-width:min(10rem,30vw);min-width:1.75rem;flex-shrink:9;aspect-ratio:${ratio};background:url(${onDark}) left/contain no-repeat}` +
    `[data-theme=light] .site-mark{background-image:url(${source})}` +
    '.site-mark>svg{display:none}' +
    // The logo contains the name: only it is seen, and only the name is read.
    (showsName
      ? ''
      : '.site-mark.site-mark{display:flex}.site-name{position:absolute;width:1px;overflow:hidden;clip-path:inset(50%)}') +
    '</style>'
  )
}

/** The links to the icons of a site; our own by default. */
export function iconLinksHtml(icons: SiteIcons | undefined): string {
  const tab =
    icons === undefined
      ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>'
      : `<link rel="icon" href="${escaped(icons.tab)}" type="image/png" sizes="64x64"/>`
  return `${tab}<link rel="apple-touch-icon" href="${escaped(icons?.apple ?? '/apple-touch-icon.png')}"/>`
}
