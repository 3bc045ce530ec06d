import { loadOwnPolicy, OwnPolicyPage, RefundPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps, SiteFacts } from '../router/page-modules.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = () => [
  { title: `Refund Policy · ${siteName()}` },
  { name: 'description', content: 'When you get your money or your credits back, and how to ask for it.' },
]

/** The operator's text; empty while there is none. */
export const loadText = (site: SiteFacts) => loadOwnPolicy('refund', site)

/** /refund (spec §2). */
export default function Refund({ text }: PageProps) {
  return text === '' ? <RefundPage price={CAPTION_PRICE} /> : <OwnPolicyPage text={text} />
}
