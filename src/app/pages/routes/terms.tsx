import { loadOwnPolicy, OwnPolicyPage, TermsPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps, SiteFacts } from '../router/page-modules.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = () => [
  { title: `Terms of Service · ${siteName()}` },
  { name: 'description', content: 'The rules between you and this site, short enough to be read.' },
]

/** The operator's text; empty while there is none. */
export const loadText = (site: SiteFacts) => loadOwnPolicy('terms', site)

/** /terms (spec §2). */
export default function Terms({ text }: PageProps) {
  return text === '' ? <TermsPage price={CAPTION_PRICE} /> : <OwnPolicyPage text={text} />
}
