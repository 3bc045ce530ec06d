import { faqText } from '../../model/faq-text.ts'
import { parseText, plainText, sectionsOf } from '../../model/rich-text.ts'
import type { TextFacts } from '../../model/text-facts.ts'

/** Questions and answers as schema.org structured data for search engines. */
export function faqForSearchEngines(facts: Pick<TextFacts, 'price' | 'sells' | 'speechHost'>) {
  const questions = sectionsOf(parseText(faqText({ contacts: undefined, ...facts })), 3).sections
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
