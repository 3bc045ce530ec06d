import type { AffiliateTerms, Contacts, RetentionFacts } from '#platform/shared/contacts.ts'
import type { CaptionPrice } from './pricing.ts'

/** The variable facts in our texts. */
export type TextFacts = {
  /** Undefined if unknown; the texts then link to the contact page. */
  readonly contacts: Contacts | undefined
  readonly price: CaptionPrice
  /** False on a site that sells nothing: its texts mention no prices, plans, credits or affiliates. */
  readonly sells: boolean
  /** The terms of the affiliate programme; default: the usual ones. */
  readonly affiliates?: AffiliateTerms | undefined
  /** How long new files are stored; default: as the product's own plans say. */
  readonly retention?: RetentionFacts | undefined
  /** The host to which sound is sent for recognition; default: none, it stays here. */
  readonly speechHost?: string | undefined
}

/** A link for a concern: to the address, or to the contact page. */
export function reach(contacts: Contacts | undefined, concern: keyof Contacts): string {
  const address = contacts?.[concern]
  return address === undefined ? '[our contact page](/contact)' : `[${address}](mailto:${address})`
}

/** The day a policy was last changed, `2026-11-21`. Change it with the text. */
export const POLICIES_CHANGED = '2026-11-23'
