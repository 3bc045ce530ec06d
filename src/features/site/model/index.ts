export { ContactForm, ContactTopic, siteContract } from './contract.ts'
export { POLICIES_CHANGED } from './text-facts.ts'
