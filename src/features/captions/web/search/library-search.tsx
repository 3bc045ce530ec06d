import { RotateCw, Search, SearchX, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_SEARCH } from '../../model/search/search-limits.ts'
import { FoundVideo } from './found-video.tsx'
import { useFoundVideos, useSearchText, useSlash } from './use-search.ts'

/**
 * Searches titles and what is said. The results take the place of the videos below, which stay as they are. An empty
 * library has nothing to search.
 */
export function LibrarySearch({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const { text, query, setText } = useSearchText()
  const [isUsed, setUsed] = useState(false)
  // A field that was used stays: hidden, it would lose the focus.
  if (text !== '' && !isUsed) setUsed(true)
  const field = useRef<HTMLInputElement>(null)
  useSlash(field)

  function clear() {
    setText('')
    field.current?.focus()
  }
  function keyed(event: KeyboardEvent) {
    // Escape belongs to an active input method.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || text === '') return
    event.preventDefault()
    clear()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the field and of the results
    <div className="grid gap-5" onKeyDown={keyed}>
      <search hidden={isEmpty && !isUsed}>
        <TextField
          ref={field}
          label="Search titles and what is said"
          hideLabel
          placeholder="Search titles and what is said"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          maxLength={LONGEST_SEARCH}
          value={text}
          onChange={(event) => setText(event.target.value)}
          end={
            text === '' ? (
              <Search aria-hidden="true" className="mr-2 size-4 text-faint" />
            ) : (
              <IconButton size="sm" label="Clear search" icon={<X />} onClick={clear} />
            )
          }
        />
      </search>
      {query !== '' && <Results query={query} />}
      <div hidden={query !== ''} className="grid gap-12 [&[hidden]]:hidden">
        {children}
      </div>
    </div>
  )
}

function Results({ query }: { query: string }) {
  const found = useFoundVideos(query)
  const isWaiting = found.isPending || found.isPlaceholderData
  const videos = found.data?.videos ?? []
  return (
    <section aria-labelledby="search-results" aria-busy={isWaiting}>
      <h3 id="search-results" className="text-lg">
        Results
      </h3>
      <p role="status" className="mt-1 mb-4 min-h-5 text-sm text-muted">
        {isWaiting ? 'Searching' : found.isError ? '' : summaryOf(videos.length, found.data.hasMore)}
      </p>
      {found.isPending && <Placeholders />}
      {found.isError && (
        <Notice
          tone="error"
          title="We couldn’t search your videos"
          actions={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void found.refetch()}>
              Try again
            </Button>
          }
        >
          {asAppError(found.error).message}
        </Notice>
      )}
      {found.isSuccess && !found.isPlaceholderData && videos.length === 0 && (
        <EmptyState picture={<SearchX className="size-8" strokeWidth={1.5} />} title="Nothing found">
          No title has these letters, and nobody says all of these words in one sentence. Try fewer words or another
          spelling.
        </EmptyState>
      )}
      {!found.isError && videos.length > 0 && (
        <ul className="border-t border-border">
          {videos.map((video) => (
            <FoundVideo key={video.projectId} video={video} />
          ))}
        </ul>
      )}
    </section>
  )
}

function summaryOf(videos: number, hasMore: boolean): string {
  if (hasMore) return `The first ${pluralize(videos, 'video')}. Type more words to see others.`
  return `${pluralize(videos, 'video')} found`
}

function Placeholders() {
  return (
    <div className="grid gap-4 border-t border-border pt-4">
      {[0, 1].map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="size-16 shrink-0" />
          <div className="grid grow content-start gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
