import { RefundPage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { CAPTION_PRICE } from './caption-price.ts'

export const meta = () => [
  { title: `Refund Policy · ${siteName()}` },
  { name: 'description', content: 'When you get your money or your credits back, and how to ask for it.' },
]

/** /refund (spec §2). */
export default function Refund() {
  return <RefundPage price={CAPTION_PRICE} />
}
