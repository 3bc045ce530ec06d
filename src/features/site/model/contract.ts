import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Policy, PolicyVersion, PublishedPolicy } from './policies.ts'

/** Topic of a message; selects the operator's address that receives it. */
export const ContactTopic = z.enum(['help', 'billing', 'affiliates', 'legal', 'other'])
export type ContactTopic = z.output<typeof ContactTopic>

/** The form of /contact. */
export const ContactForm = z.object({
  name: z.string().trim().min(1, 'Enter your name.').max(80, 'Use at most 80 characters for the name.'),
  email: z
    .string()
    .trim()
    .max(254, 'This address is too long.')
    .pipe(z.email('Enter an e-mail address like name@example.com.')),
  topic: ContactTopic,
  message: z
    .string()
    .trim()
    .min(10, 'Tell us a little more: at least 10 characters.')
    .max(5_000, 'Use at most 5,000 characters.'),
  /** Honeypot: hidden from people, so only bots fill it in. */
  website: z.string().max(500).default(''),
})
export type ContactForm = z.output<typeof ContactForm>

/** `/api/rpc/site/*`. */
export const siteContract = {
  /** Sends a message to the operator; a visitor may. @throws AppError `too_many_requests` with `retryAfterSeconds` */
  contact: oc.input(ContactForm).output(z.object({ received: z.literal(true) })),
  /**
   * The operator's text of a policy, or one of its versions; a visitor may.
   * @throws AppError `not_found` where the text is the built-in one
   */
  policy: oc.input(z.object({ policy: Policy, version: PolicyVersion.optional() })).output(PublishedPolicy),
}
