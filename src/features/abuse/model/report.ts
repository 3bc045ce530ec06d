import { z } from 'zod'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { REPORT_REASONS, REPORTED_KINDS, TEXT_MAX } from './limits.ts'

/** See {@link REPORTED_KINDS}. */
export const Kind = z.enum(REPORTED_KINDS)

/** What somebody wrote: 1 to 2,000 characters. */
const Text = z
  .string()
  .trim()
  .min(1, 'Say what is wrong.')
  .max(TEXT_MAX, `Use at most ${formatNumber(TEXT_MAX)} characters.`)

/** The public page that a report is about. */
export const ReportedPage = z.object({ kind: Kind, token: z.string().min(1).max(100) })

/** The form of a report, as a page or a plain form sends it. */
export const ReportForm = z.object({
  reason: z.enum(REPORT_REASONS, 'Choose a reason.'),
  text: Text,
  /** Where the reporter wants an answer; empty for nowhere. */
  email: z
    .string()
    .trim()
    .max(254, 'This address is too long.')
    .pipe(z.union([z.literal(''), z.email('Enter an e-mail address like name@example.com, or none.')]))
    .default(''),
  /** Honeypot: hidden from people, so only bots fill it in. */
  website: z.string().max(500).default(''),
})
export type ReportForm = z.output<typeof ReportForm>

/** What an owner answers to a takedown: 1 to 2,000 characters. */
export const ObjectionText = Text
