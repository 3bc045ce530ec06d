/** The texts that operators can write themselves. Each has a page of this name; the imprint only once it is written. */
export const POLICY_NAMES = ['terms', 'privacy', 'refund', 'imprint'] as const
/** One of {@link POLICY_NAMES}. */
export type PolicyName = (typeof POLICY_NAMES)[number]

/** The titles of the pages. */
export const POLICY_TITLES: Readonly<Record<PolicyName, string>> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  refund: 'Refund Policy',
  imprint: 'Imprint',
}

/** The maximum length of a text, in characters. */
export const MAX_POLICY_LENGTH = 60_000
