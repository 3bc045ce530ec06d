import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'

/** Props of {@link SelectionBar}. */
export type SelectionBarProps = {
  /** How many items the list shows. */
  shown: number
  /** How many of the shown items are selected. */
  selected: number
  /** `12 files`, or `3 selected, 40 MB`; announced when it changes. */
  status: string
  onToggleAll: () => void
  /** Buttons that act on the selection. */
  children?: ReactNode
}

/** Selects all items of a list, counts the selection and acts on it. Stays in view while the list scrolls. */
export function SelectionBar({ shown, selected, status, onToggleAll, children }: SelectionBarProps) {
  return (
    <div className="sticky top-header z-20 flex min-h-12 items-center gap-2 border-y border-border bg-bg sm:gap-3">
      <Checkbox
        hideLabel
        label="Select all"
        checked={shown > 0 && selected === shown}
        isMixed={selected > 0 && selected < shown}
        onChange={onToggleAll}
      />
      <p className="tabular min-w-0 grow truncate text-sm text-muted" role="status">
        {status}
      </p>
      {children}
    </div>
  )
}
