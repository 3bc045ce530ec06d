import type { Mail } from '#platform/server/mail.ts'
import type { Contacts } from '#platform/shared/contacts.ts'
import { siteName } from '#platform/shared/product.ts'
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
