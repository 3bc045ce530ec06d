import { expect, test } from 'vitest'
import { PLANS } from '#features/billing/model/index.ts'
import { cookiesText } from './cookies-text.ts'
import { faqText } from './faq-text.ts'
import { privacyText } from './privacy-text.ts'
import { refundText } from './refund-text.ts'
import { type Block, type Inline, parseText, plainText, sectionsOf } from './rich-text.ts'
import { problemsText } from './support-text.ts'
import { termsText } from './terms-text.ts'
import type { TextFacts } from './text-facts.ts'

const CONTACTS = { legal: 'legal@site.example', support: 'help@site.example', general: 'hello@site.example' }
const FACTS = { contacts: CONTACTS, price: { credits: 10, spanMs: 180_000 }, sells: true }
const SENT = textsWith({ ...FACTS, speechHost: 'speech.example.com' })
const UNSOLD = textsWith({ ...FACTS, sells: false })
const TEXTS = [
  ...textsWith(FACTS),
  { name: 'refund', text: refundText(FACTS) },
  ...SENT.map(({ name, text }) => ({ name: `${name} of a site with a speech service`, text })),
  ...UNSOLD.map(({ name, text }) => ({ name: `${name} of a site that sells nothing`, text })),
]
/** The pages that a text can link to (spec §2). */
const PAGES = [
  '/affiliate',
  '/billing',
  '/contact',
  '/cookies',
  '/faq',
  '/forgot-password',
  '/pricing',
  '/privacy',
  '/profile',
  '/refund',
  '/status',
  '/support',
  '/upload',
]

test.each(TEXTS)('parses /$name without leftover Markdown or a missing value', ({ text }) => {
  expect(plainText(parseText(text))).not.toMatch(/\*|\]\(|`|undefined|null|NaN|\[object|(^|\s)#{1,3}\s/)
})

test.each(TEXTS)('gives each heading of /$name a unique id and content', ({ text }) => {
  const blocks = parseText(text)
  const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
  expect(new Set(ids).size).toBe(ids.length)
  expect(sectionsOf(blocks, 2).sections.filter((section) => section.blocks.length === 0)).toEqual([])
})

test.each(TEXTS)('links from /$name only to existing pages and addresses of this site', ({ text }) => {
  const hrefs = parseText(text)
    .flatMap(linesOf)
    .flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))
  const mails = Object.values(CONTACTS).map((address) => `mailto:${address}`)
  expect(hrefs.filter((href) => !PAGES.includes(href) && !mails.includes(href))).toEqual([])
})

test('links to the contact page without a contact address', () => {
  expect(privacyText({ contacts: undefined, sells: true })).toContain('[our contact page](/contact)')
})

test('states the values of the constants in the texts', () => {
  expect(PLANS.free.retentionMs).toBe(30 * 86_400_000)
  expect(privacyText(FACTS)).toContain('on the free plan 30 days')
  expect(termsText(FACTS)).toContain('A new account starts with 30 credits')
  expect(termsText(FACTS)).toContain('10 credits for each started 3 minutes')
  expect(faqText(FACTS)).toContain('enough for about 3 short videos')
})

test('names the host to which sound is sent, and claims otherwise that it stays', () => {
  for (const text of [privacyText(FACTS), faqText(FACTS)]) {
    expect(text).toContain('recognised on our own machines')
  }
  const facts = { ...FACTS, speechHost: 'speech.example.com' }
  for (const text of [privacyText(facts), faqText(facts)]) {
    expect(text).toContain('sent to speech.example.com')
    expect(text).not.toContain('our own machines')
  }
})

test.each(UNSOLD)('mentions nothing for sale in /$name of a site that sells nothing', ({ text }) => {
  expect(text).not.toMatch(/pric|\bplans?\b|credit|upgrad|commission|affiliate|invoice|payment|refund|billing|\$/i)
})

function textsWith(facts: TextFacts) {
  return [
    { name: 'privacy', text: privacyText(facts) },
    { name: 'terms', text: termsText(facts) },
    { name: 'cookies', text: cookiesText(facts) },
    { name: 'faq', text: faqText(facts) },
    { name: 'support', text: problemsText(facts) },
  ]
}

function linesOf(block: Block): readonly Inline[] {
  if (block.kind === 'paragraph') return block.line
  if (block.kind === 'list') return block.items.flat()
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : []
}
