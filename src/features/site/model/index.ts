export { ContactForm, ContactTopic, siteContract } from './contract.ts'
