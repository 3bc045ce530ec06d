import { faqForSearchEngines, FaqPage } from '#features/site/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = () => [
  { title: `Questions and answers · ${PRODUCT_NAME}` },
  {
    name: 'description',
    content:
      'What a video costs, which files are taken, how captions are edited and exported, and who can see your videos.',
  },
  { 'script:ld+json': faqForSearchEngines(CAPTION_PRICE) },
]

/** /faq (spec §2). */
export default function Faq() {
  return <FaqPage price={CAPTION_PRICE} />
}
