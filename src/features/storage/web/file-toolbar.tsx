import { Download, Search, Trash2, X } from 'lucide-react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { SelectionBar } from '#ui/selection-bar.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Order } from '../model/arrange.ts'
import type { StoredFile } from '../model/contract.ts'

/** The search and the sort order. */
export type Arrangement = { readonly search: string; readonly order: Order }

/** The search field and the sort order. */
export function FileSearch({ value, onChange }: { value: Arrangement; onChange: (value: Arrangement) => void }) {
  return (
    <div className="flex gap-3 max-sm:flex-col">
      <div className="grow">
        <TextField
          label="Search your files"
          hideLabel
          type="search"
          placeholder="Search your files"
          value={value.search}
          onChange={(event) => onChange({ ...value, search: event.target.value })}
          end={value.search === '' ? <Search aria-hidden="true" className="mr-2 size-4 text-faint" /> : undefined}
        />
      </div>
      <div className="sm:w-44">
        <Select
          label="Sort by"
          hideLabel
          value={value.order}
          options={OPTIONS}
          onChange={(order) => onChange({ ...value, order })}
        />
      </div>
    </div>
  )
}

const OPTIONS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
  { value: 'name', label: 'By name' },
] as const satisfies readonly { value: Order; label: string }[]

type FileSelectionProps = {
  shown: readonly StoredFile[]
  selected: readonly StoredFile[]
  downloading: boolean
  onSelectAll: () => void
  onClear: () => void
  onDownload: () => void
  onDelete: () => void
}

/** Selects all visible files, and acts on the selection. */
export function FileSelection({ shown, selected, ...o }: FileSelectionProps) {
  const chosen = new Set(selected)
  const bytes = selected.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return (
    <SelectionBar
      shown={shown.length}
      selected={shown.filter((file) => chosen.has(file)).length}
      status={
        selected.length === 0
          ? pluralize(shown.length, 'file')
          : `${formatNumber(selected.length)} selected, ${formatBytes(bytes)}`
      }
      onToggleAll={o.onSelectAll}
    >
      {selected.length > 0 && (
        <>
          <Button size="sm" icon={<Download aria-hidden="true" />} busy={o.downloading} onClick={o.onDownload}>
            <span className="max-sm:sr-only">Download</span>
          </Button>
          <Button size="sm" icon={<Trash2 aria-hidden="true" />} onClick={o.onDelete}>
            <span className="max-sm:sr-only">Delete</span>
          </Button>
          <IconButton size="sm" label="Clear selection" icon={<X aria-hidden="true" />} onClick={o.onClear} />
        </>
      )}
    </SelectionBar>
  )
}
