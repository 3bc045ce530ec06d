import type { ReactNode } from 'react'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { type Block, parseText, sectionsOf } from '../../model/rich-text.ts'
import { POLICIES_CHANGED } from '../../model/text-facts.ts'
import { PageOpening } from '../page-opening.tsx'
import { WithContents } from '../policy-contents.tsx'
import { TextBlocks } from '../text-blocks.tsx'

/** A policy of the product: its summary, table of contents, sections and date of the last change. */
export function PolicyPage({ title, text }: { title: string; text: string }) {
  return <PolicyArticle title={title} blocks={parseText(text)} facts={<LastChange at={POLICIES_CHANGED} />} />
}

/** The date of the last change of a policy. @param props.at `2026-11-21`, or a time */
export function LastChange({ at }: { at: string }) {
  return (
    <>
      Last changed on <Day at={at} />
    </>
  )
}

/** A day in UTC. @param props.at `2026-11-21`, or a time */
export function Day({ at }: { at: string }) {
  return <time dateTime={at.slice(0, 10)}>{formatLongDay(at, 'utc')}</time>
}

/** A policy; without headings its whole text is one part. @param props.children below the text */
export function PolicyArticle(o: { title: string; blocks: readonly Block[]; facts: ReactNode; children?: ReactNode }) {
  const { opening, sections } = sectionsOf(o.blocks, 2)
  const facts = <p className="mt-5 text-sm text-faint">{o.facts}</p>
  if (sections.length === 0) {
    return (
      <article>
        <PageOpening title={o.title} lead={<TextBlocks blocks={opening} />}>
          {facts}
        </PageOpening>
        {o.children !== undefined && <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6">{o.children}</div>}
      </article>
    )
  }
  return (
    <article>
      <PageOpening title={o.title} lead={<TextBlocks blocks={opening} />}>
        {facts}
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
        {o.children}
      </WithContents>
    </article>
  )
}
