import type { Site } from '#platform/shared/contacts.ts'
import type { PolicyName } from './policy-names.ts'
import type { CaptionPrice } from './pricing.ts'
import { privacyText } from './privacy-text.ts'
import { refundText } from './refund-text.ts'
import { termsText } from './terms-text.ts'

/** The text that a page shows while operators wrote none, in our Markdown; null for the imprint, which has none. */
export function builtInPolicy(policy: PolicyName, { site, price }: { site: Site; price: CaptionPrice }): string | null {
  switch (policy) {
    case 'terms':
      return termsText({ ...site, price })
    case 'privacy':
      return privacyText(site)
    case 'refund':
      // Nothing is sold: its page says only that.
      return site.sells ? refundText({ ...site, price }) : null
    case 'imprint':
      return null
    default:
      return policy satisfies never
  }
}
