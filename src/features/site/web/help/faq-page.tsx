import { useIsSelling, useSite } from '#platform/web/use-site.ts'
import { faqText } from '../../model/faq-text.ts'
import type { CaptionPrice } from '../../model/pricing.ts'
import { parseText, sectionsOf } from '../../model/rich-text.ts'
import { QuestionGroups } from './faq-questions.tsx'
import { PageOpening } from '../page-opening.tsx'
import { WithContents } from '../policy-contents.tsx'

/** /faq (spec §2). All answers are in the page, so that the browser's search finds them. */
export function FaqPage({ price }: { price: CaptionPrice }) {
  const site = useSite()
  const { contacts, speechHost, retention } = site ?? {}
  const facts = { contacts, speechHost, retention, price, sells: useIsSelling() }
  const { sections } = sectionsOf(parseText(faqText(facts)), 2)
  return (
    <>
      <PageOpening
        title="Questions and answers"
        lead="What people ask before their first clip, and after their tenth."
      />
      <WithContents entries={sections}>
        <QuestionGroups groups={sections} />
      </WithContents>
    </>
  )
}
