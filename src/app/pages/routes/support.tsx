import { SupportPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = () => [
  { title: `Support · ${siteName()}` },
  {
    name: 'description',
    content: 'What to do when an upload stops, words are wrong or an export fails, and how to reach us.',
  },
]

/** /support (spec §2). */
export default function Support() {
  return <SupportPage price={CAPTION_PRICE} />
}
