import { TermsPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = () => [
  { title: `Terms of Service · ${siteName()}` },
  { name: 'description', content: 'The rules between you and this site, short enough to be read.' },
]

/** /terms (spec §2). */
export default function Terms() {
  return <TermsPage price={CAPTION_PRICE} />
}
