import { Search } from 'lucide-react'
import { TEMPLATE_TAGS, type TemplateTag, tagsOf } from '#features/templates/model/index.ts'
import { TextField } from '#ui/text-field.tsx'

/** Which templates the picker lists. */
export type TemplateFilter = 'all' | 'favourites' | 'recent' | TemplateTag

/** Props of {@link TemplateFilters}. */
type TemplateFiltersProps = {
  readonly query: string
  readonly filter: TemplateFilter
  /** The filters that lead somewhere. */
  readonly offered: readonly TemplateFilter[]
  onQuery(query: string): void
  onFilter(filter: TemplateFilter): void
}

/** A search field, and a button for each kind of template. */
export function TemplateFilters({ query, filter, offered, onQuery, onFilter }: TemplateFiltersProps) {
  return (
    <div className="grid gap-2.5">
      <TextField
        label="Search templates"
        hideLabel
        type="search"
        size="sm"
        placeholder="Search templates"
        value={query}
        end={<Search aria-hidden="true" className="mr-1.5 size-4 text-faint" />}
        onChange={(event) => onQuery(event.target.value)}
      />
      <div
        role="group"
        aria-label="Show"
        className="-mx-4 flex gap-1.5 overflow-x-auto px-4 pt-1 pb-1.5 [scrollbar-width:thin] pointer-coarse:[scrollbar-width:none]"
      >
        {offered.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === filter}
            // Pressed again, it shows everything.
            onClick={() => onFilter(each === filter ? 'all' : each)}
            className="hit-target h-7 shrink-0 rounded-full border border-border-strong px-2.5 text-xs text-muted transition-colors hover:text-text aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-coarse:h-9 pointer-coarse:px-3.5 pointer-coarse:text-sm"
          >
            {LABELS[each]}
          </button>
        ))}
      </div>
    </div>
  )
}

const LABELS: Readonly<Record<TemplateFilter, string>> = {
  all: 'All',
  favourites: 'Favourites',
  recent: 'Recent',
  ...TEMPLATE_TAGS,
}

/** All tags that at least one of these templates has, in the order of the filters. */
export function tagsAmong(templateIds: readonly string[]): TemplateTag[] {
  const used = new Set(templateIds.flatMap((id) => tagsOf(id)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the list of tags are the tags
  return (Object.keys(TEMPLATE_TAGS) as TemplateTag[]).filter((tag) => used.has(tag))
}
