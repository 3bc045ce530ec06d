import type { Mail } from '#platform/server/mail.ts'
import type { Contacts } from '#platform/shared/contacts.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { siteName } from '#platform/shared/product.ts'
import { POLICY_TITLES, type PolicyName } from '../model/index.ts'
import type { ContactForm, ContactTopic } from '../model/contract.ts'

/** Forwards a contact message to the operator; replies go to the sender. */
export function contactMail(contacts: Contacts, { name, email, topic, message }: ContactForm): Mail {
  return {
    to: contacts[RECEIVER[topic]],
    subject: `${SUBJECT[topic]}: a message from ${name}`,
    paragraphs: [message],
    footnote: `Written on the contact page of ${siteName()} by ${name}, ${email}. Nobody checked that the address is theirs.`,
    replyTo: email,
  }
}

/** Says that a policy has changed, in the operator's words; a legal notice, so that nobody unsubscribes from it. */
export function policyChangedMail(o: {
  to: string
  policy: PolicyName
  summary: string
  publishedAt: Date
  publicUrl: string
}): Mail {
  const title = POLICY_TITLES[o.policy]
  return {
    to: o.to,
    subject: `A new version of the ${title} of ${siteName()}`,
    paragraphs: [
      o.summary,
      `The new version is of ${formatLongDay(o.publishedAt, 'utc')}. Earlier versions stay readable at the end of its page.`,
    ],
    action: { label: `Read the ${title}`, url: new URL(`/${o.policy}`, o.publicUrl).href },
    footnote: `You get this notice because you have an account at ${siteName()}.`,
  }
}

const RECEIVER: Record<ContactTopic, keyof Contacts> = {
  help: 'support',
  billing: 'support',
  affiliates: 'general',
  legal: 'legal',
  other: 'general',
}
const SUBJECT: Record<ContactTopic, string> = {
  help: 'Help',
  billing: 'Billing',
  affiliates: 'Affiliates',
  legal: 'Legal',
  other: 'Contact',
}
