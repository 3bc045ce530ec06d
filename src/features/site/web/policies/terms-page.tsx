import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import type { CaptionPrice } from '../../model/pricing.ts'
import { termsText } from '../../model/terms-text.ts'
import { PolicyPage } from './policy-page.tsx'

/** /terms (spec §2). */
export function TermsPage({ price }: { price: CaptionPrice }) {
  const site = useSite()
  const { contacts, affiliates, retention } = site ?? {}
  const text = termsText({ contacts, affiliates, retention, price, sells: useIsSelling() })
  return <PolicyPage title="Terms of Service" text={text} />
}
