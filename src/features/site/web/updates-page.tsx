import { Link } from 'react-router'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { siteName } from '#platform/shared/product.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { type Release, releasesOf } from '../model/changelog.ts'
import { PageOpening } from './page-opening.tsx'
import { TextBlocks } from './text-blocks.tsx'

/** /updates (spec §2): the releases, newest first, each with an anchor. @param props.markdown CHANGELOG.md */
export function UpdatesPage({ markdown }: { markdown: string }) {
  const sells = useIsSelling()
  return (
    <>
      <PageOpening
        title="Updates"
        lead="What is new, what got better, and what was repaired. The newest stands first."
      />
      <ol>
        {releasesOf(markdown, { sells }).map((release) => (
          <li key={release.id} className="border-t border-border">
            <ReleaseNotes release={release} />
          </li>
        ))}
      </ol>
    </>
  )
}

function ReleaseNotes({ release: { id, name, date, blocks, operatorBlocks } }: { release: Release }) {
  return (
    <article
      aria-labelledby={id}
      className="mx-auto grid max-w-6xl gap-x-16 gap-y-6 px-4 py-12 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:py-16"
    >
      <header className="lg:sticky lg:top-24 lg:self-start">
        <h2 id={id} className="scroll-mt-24 text-2xl">
          <Link to={`#${id}`} className="decoration-accent decoration-2 underline-offset-4 hover:underline">
            {name}
          </Link>
        </h2>
        <p className="mt-1 text-sm text-faint">
          {date === null ? 'In the newest build' : <time dateTime={date}>{formatLongDay(date, 'utc')}</time>}
        </p>
      </header>
      <div className="min-w-0 text-lg text-muted">
        <TextBlocks blocks={blocks} />
        {operatorBlocks.length > 0 && (
          <details className="mt-8 border-t border-border pt-4 text-base">
            <summary className="w-fit rounded-sm font-medium text-text">For operators</summary>
            <p className="mt-2 text-sm text-faint">For people who run {siteName()} on machines of their own.</p>
            <div className="mt-4">
              <TextBlocks blocks={operatorBlocks} />
            </div>
          </details>
        )}
      </div>
    </article>
  )
}
