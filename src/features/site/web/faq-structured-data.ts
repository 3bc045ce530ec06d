import { faqText } from '../model/faq-text.ts'
import type { CaptionPrice } from '../model/pricing.ts'
import { parseText, plainText, sectionsOf } from '../model/rich-text.ts'

/** The questions and answers in the words of schema.org, so that a search engine can show them by themselves. */
export function faqForSearchEngines(price: CaptionPrice) {
  const questions = sectionsOf(parseText(faqText({ contacts: undefined, price })), 3).sections
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, blocks }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: plainText(blocks.filter(({ kind }) => kind !== 'heading')) },
    })),
  }
}
