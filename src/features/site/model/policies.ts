import { z } from 'zod'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { MAX_POLICY_LENGTH, POLICY_NAMES } from './policy-names.ts'

/** A text that operators can write themselves. */
export const Policy = z.enum(POLICY_NAMES)

/** The number of a version; 0 while operators published none. */
export const PolicyVersion = z.int().min(0)

/** The Markdown of a text: up to 60,000 characters. */
export const PolicyMarkdown = z
  .string()
  .trim()
  .min(1, 'Write the text first.')
  .max(MAX_POLICY_LENGTH, `Use at most ${formatNumber(MAX_POLICY_LENGTH)} characters.`)

/** A version that was replaced, as the public sees it. */
const EarlierPolicy = z.object({
  version: PolicyVersion,
  /** False for the built-in text. */
  isOwn: z.boolean(),
  /** Since when it was on the page. */
  since: z.iso.datetime(),
})

/** A version of a text as its page shows it. */
export const PublishedPolicy = z.object({
  policy: Policy,
  version: PolicyVersion,
  markdown: z.string(),
  since: z.iso.datetime(),
  /** When another version replaced it; null for the present one. */
  until: z.iso.datetime().nullable(),
  /** Up to 100 versions before the present one, newest first. */
  earlier: z.array(EarlierPolicy),
})
export type PublishedPolicy = z.output<typeof PublishedPolicy>

/** The maximum number of earlier versions on a page. */
export const MAX_EARLIER_POLICIES = 100
