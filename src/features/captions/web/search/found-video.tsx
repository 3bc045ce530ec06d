import { Clapperboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import type { FoundVideo as Found } from '../../model/search/search-contract.ts'
import type { TextRange } from '../../model/search/search-terms.ts'

/** A video of a search result: its title, and the sentences that match, each a link to its place. */
export function FoundVideo({ video }: { video: Found }) {
  const { projectId, title, titleMatches, poster, ownerName, sentences } = video
  return (
    <li className="flex gap-4 border-b border-border py-4">
      <div aria-hidden="true" className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken">
        {poster === null ? (
          <Clapperboard className="size-5 text-faint" strokeWidth={1.5} />
        ) : (
          <img src={poster} alt="" loading="lazy" className="size-full object-contain" />
        )}
      </div>
      <div className="grid min-w-0 grow content-start gap-1">
        <Link
          to={`/projects/${projectId}`}
          dir="auto"
          className="w-fit max-w-full truncate text-left font-medium hover:text-accent-text"
        >
          <Marked text={title} ranges={titleMatches} />
        </Link>
        {ownerName !== null && (
          <p className="truncate text-sm text-faint">
            By <bdi>{ownerName}</bdi>
          </p>
        )}
        {sentences.length > 0 && (
          <ul className="-mx-2 grid">
            {sentences.map((sentence) => (
              <li key={sentence.timeMs}>
                <Link
                  to={`/projects/${projectId}?t=${sentence.timeMs}`}
                  className="flex gap-3 rounded-md px-2 py-1.5 text-sm text-muted transition-colors hover:bg-sunken hover:text-text pointer-coarse:py-2.5"
                >
                  <span className="tabular shrink-0 text-faint">
                    <span className="sr-only">At </span>
                    {formatMediaTime(sentence.timeMs)}
                  </span>
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    <Marked text={sentence.text} ranges={sentence.matches} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** A text with its matches marked. */
function Marked({ text, ranges }: { text: string; ranges: readonly TextRange[] }): ReactNode {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { from, to } of ranges) {
    pieces.push(text.slice(at, from))
    pieces.push(
      <mark key={from} className="rounded-xs bg-accent-soft font-medium text-text">
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return [...pieces, text.slice(at)]
}
