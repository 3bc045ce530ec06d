import { SquareCheck } from 'lucide-react'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import type { VideoArrangement, VideoFilter, VideoOrder } from '../../model/arrange-videos.ts'
import type { Tag } from '../../model/tag.ts'

type LibraryToolbarProps = {
  arrangement: VideoArrangement
  onArrange: (arrangement: VideoArrangement) => void
  /** How many videos there are, and how many the list shows. */
  total: number
  shown: number
  tags: readonly Tag[]
  /** Offers the videos that others share. */
  hasShared: boolean
  isSelecting: boolean
  /** Undefined if there is nothing to select. */
  onSelect: (() => void) | undefined
}

/** Counts, narrows and sorts the videos, and starts a selection. */
export function LibraryToolbar({ arrangement, onArrange, total, shown, tags, hasShared, ...o }: LibraryToolbarProps) {
  const filters = FILTERS.filter(({ value }) => value !== 'shared' || hasShared || arrangement.filter === 'shared')
  return (
    <div role="group" aria-label="Arrange the videos" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="tabular min-w-0 grow text-sm text-muted">
        {shown === total ? pluralize(total, 'video') : `${formatNumber(shown)} of ${pluralize(total, 'video')}`}
      </p>
      <div className="flex flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full max-sm:*:min-w-32 max-sm:*:grow">
        <Select
          label="Show"
          hideLabel
          value={arrangement.filter}
          options={filters}
          onChange={(filter) => onArrange({ ...arrangement, filter })}
        />
        {(tags.length > 0 || arrangement.tag !== null) && (
          <Select
            label="Tag"
            hideLabel
            className="sm:max-w-44"
            value={arrangement.tag ?? ALL_TAGS.value}
            options={[ALL_TAGS, ...tags.map((tag) => ({ value: tag, label: tag }))]}
            onChange={(tag) => onArrange({ ...arrangement, tag: tag === ALL_TAGS.value ? null : tag })}
          />
        )}
        <Select
          label="Sort by"
          hideLabel
          value={arrangement.order}
          options={ORDERS}
          onChange={(order) => onArrange({ ...arrangement, order })}
        />
      </div>
      <Button
        variant="ghost"
        icon={<SquareCheck aria-hidden="true" />}
        aria-pressed={o.isSelecting}
        disabled={o.onSelect === undefined}
        onClick={o.onSelect}
      >
        Select
      </Button>
    </div>
  )
}

const FILTERS = [
  { value: 'all', label: 'All videos' },
  { value: 'ready', label: 'Ready to caption' },
  { value: 'captioned', label: 'Captioned' },
  { value: 'exported', label: 'Exported' },
  { value: 'shared', label: 'Shared with me' },
] as const satisfies readonly { value: VideoFilter; label: string }[]

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'By title' },
  { value: 'longest', label: 'Longest first' },
  { value: 'largest', label: 'Largest first' },
] as const satisfies readonly { value: VideoOrder; label: string }[]

/** No tag is empty. */
const ALL_TAGS = { value: '', label: 'All tags' }
