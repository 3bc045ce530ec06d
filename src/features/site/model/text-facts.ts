import type { Contacts, PartnerTerms } from '#platform/shared/contacts.ts'
import type { CaptionPrice } from './pricing.ts'

/** What our texts cannot know by themselves. */
export type TextFacts = {
  /** Undefined where the page was not told; the texts then lead to the contact page. */
  readonly contacts: Contacts | undefined
  readonly price: CaptionPrice
  /** How the affiliate programme runs here; without it as usual. */
  readonly partners?: PartnerTerms | undefined
}

/** How to reach us about a concern, as a link: the address itself, or the contact page. */
export function reach(contacts: Contacts | undefined, concern: keyof Contacts): string {
  const address = contacts?.[concern]
  return address === undefined ? '[our contact page](/contact)' : `[${address}](mailto:${address})`
}

/** The day a policy was last changed, `2026-11-21`. Change it with the text. */
export const POLICIES_CHANGED = '2026-11-22'
