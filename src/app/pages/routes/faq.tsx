import { faqForSearchEngines, FaqPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { SiteFacts } from '../router/page-modules.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = ({ sells, speechHost }: SiteFacts) => [
  { title: `Questions and answers · ${siteName()}` },
  {
    name: 'description',
    content: `${sells ? 'What a video costs, which' : 'Which'} files are taken, how captions are edited and exported, and who can see your videos.`,
  },
  { 'script:ld+json': faqForSearchEngines({ price: CAPTION_PRICE, sells, speechHost }) },
]

/** /faq (spec §2). */
export default function Faq() {
  return <FaqPage price={CAPTION_PRICE} />
}
