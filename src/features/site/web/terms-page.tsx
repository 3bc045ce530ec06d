import { useSells, useSite } from '#platform/web/use-site.ts'
import type { CaptionPrice } from '../model/pricing.ts'
import { termsText } from '../model/terms-text.ts'
import { PolicyPage } from './policy-page.tsx'

/** /terms (spec §2). */
export function TermsPage({ price }: { price: CaptionPrice }) {
  const site = useSite()
  const text = termsText({ contacts: site?.contacts, affiliates: site?.affiliates, price, sells: useSells() })
  return <PolicyPage title="Terms of Service" text={text} />
}
