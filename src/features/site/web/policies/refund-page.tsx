import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import type { CaptionPrice } from '../../model/pricing.ts'
import { refundText } from '../../model/refund-text.ts'
import { PolicyPage } from './policy-page.tsx'

/** /refund (spec §2). */
export function RefundPage({ price }: { price: CaptionPrice }) {
  return (
    <PolicyPage
      title="Refund Policy"
      text={refundText({ contacts: useSite()?.contacts, price, sells: useIsSelling() })}
    />
  )
}
