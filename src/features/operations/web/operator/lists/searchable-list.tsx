import type { ReactNode } from 'react'
import { MoreButton } from './more-button.tsx'
import { QueryState } from './query-state.tsx'
import { SearchField } from './search-field.tsx'
import { useFilters } from './use-filters.ts'
import { cursorFrom, usePages } from './use-pages.ts'

/** Maximum length of a search: that of an address (RFC 5321 §4.5.3.1). */
const SEARCH_MAX = 254

type Search = { readonly search?: string }

/** A paged list with a search, which is part of the address of its page. */
export function SearchableList<Page extends { readonly next: string | null }>({
  label,
  placeholder,
  queryKeyOf,
  load,
  renderPages,
  renderAfter,
}: {
  label: string
  placeholder: string
  queryKeyOf: (search: Search) => readonly unknown[]
  load: (input: Search & { readonly before?: string }) => Promise<Page>
  /** The rows of the loaded pages, or an empty state. */
  renderPages: (pages: readonly Page[], o: { readonly isSearched: boolean }) => ReactNode
  /** Stands below the button for more. */
  renderAfter?: (pages: readonly Page[]) => ReactNode
}) {
  const filters = useFilters()
  const text = filters.of('search')?.slice(0, SEARCH_MAX)
  const search: Search = text === undefined ? {} : { search: text }
  const pages = usePages({ queryKey: queryKeyOf(search), load: (before) => load({ ...search, ...cursorFrom(before) }) })
  return (
    <div className="grid gap-5">
      <div role="search" className="max-w-md">
        <SearchField
          label={label}
          placeholder={placeholder}
          value={text ?? ''}
          maxLength={SEARCH_MAX}
          onSearch={(entered) => filters.set({ search: entered })}
        />
      </div>
      <QueryState query={pages}>
        {({ pages: loaded }) => (
          <div>
            {renderPages(loaded, { isSearched: text !== undefined })}
            <MoreButton pages={pages} />
            {renderAfter?.(loaded)}
          </div>
        )}
      </QueryState>
    </div>
  )
}
