import { faqText } from '../model/faq-text.ts'
import type { CaptionPrice } from '../model/pricing.ts'
import { parseText, plainText, sectionsOf } from '../model/rich-text.ts'

/** Questions and answers as schema.org structured data for search engines. */
export function faqForSearchEngines({ price, sells }: { price: CaptionPrice; sells: boolean }) {
  const questions = sectionsOf(parseText(faqText({ contacts: undefined, price, sells })), 3).sections
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
