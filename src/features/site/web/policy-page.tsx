import { formatLongDay } from '#platform/shared/format/dates.ts'
import { parseText, sectionsOf } from '../model/rich-text.ts'
import { POLICIES_CHANGED } from '../model/text-facts.ts'
import { PageOpening } from './page-opening.tsx'
import { WithContents } from './policy-contents.tsx'
import { TextBlocks } from './text-blocks.tsx'

/** A policy: its summary, table of contents, sections and date of the last change. */
export function PolicyPage({ title, text }: { title: string; text: string }) {
  const { opening, sections } = sectionsOf(parseText(text), 2)
  return (
    <article>
      <PageOpening title={title} lead={<TextBlocks blocks={opening} />}>
        <p className="mt-5 text-sm text-faint">
          Last changed on <time dateTime={POLICIES_CHANGED}>{formatLongDay(POLICIES_CHANGED, 'utc')}</time>
        </p>
      </PageOpening>
      <WithContents entries={sections}>
        {sections.map(({ id, title, blocks }) => (
          <section key={id} aria-labelledby={id} className="mt-12 first:mt-0">
            <h2 id={id} className="scroll-mt-24 text-2xl">
              {title}
            </h2>
            <div className="mt-4 text-lg text-muted">
              <TextBlocks blocks={blocks} />
            </div>
          </section>
        ))}
      </WithContents>
    </article>
  )
}
