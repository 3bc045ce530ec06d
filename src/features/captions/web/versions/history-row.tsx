import { Bookmark, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatMoment, formatTime } from '#platform/shared/format/dates.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Session } from '../../model/index.ts'
import type { HistoryRow } from './history-rows.ts'
import { acceptedText, authorText, sessionTimes } from './version-text.ts'
import type { VersionRef } from './versions-context.tsx'

/** What a row can do. */
export type RowActions = {
  /** The saved revision of the present captions. */
  readonly newest: number
  onView(version: VersionRef): void
  onToggle(session: Session): void
  onMore(): void
}

/** One row of the history. */
export function HistoryRowView({ row, ...actions }: { row: HistoryRow } & RowActions) {
  const { onView, onMore, newest } = actions
  switch (row.type) {
    case 'day':
      return <h3 className="px-3 pt-4 pb-1 font-sans text-xs font-semibold tracking-normal text-faint">{row.text}</h3>
    case 'session':
      return <SessionRow row={row} {...actions} />
    case 'entry': {
      const { revision, at, by, label } = row.entry
      const accepted = acceptedText(row.entry)
      return (
        <VersionButton indented onView={() => onView({ revision, at, by, name: null })}>
          <span className="text-sm wrap-anywhere">{label}</span>
          <span className="tabular text-xs text-faint">
            {formatTime(at)}
            {accepted !== null && ` · ${accepted}`}
          </span>
        </VersionButton>
      )
    }
    case 'named': {
      const { revision, at, by, name } = row.version
      return (
        <VersionButton onView={() => onView({ revision, at, by, name })}>
          <Name name={name} />
          <span className="tabular text-xs text-faint">{formatMoment(at)}</span>
          {revision === newest && <Now />}
        </VersionButton>
      )
    }
    case 'copy': {
      const { revision, at } = row.copy
      return (
        <VersionButton onView={() => onView({ revision, at, by: null, name: null })}>
          <span className="text-sm">{revision === 1 ? 'First version' : 'Copy of that day'}</span>
          <span className="tabular text-xs text-faint">{formatTime(at)}</span>
        </VersionButton>
      )
    }
    case 'more':
      return <LoadMore onShown={onMore} />
    default:
      return row satisfies never
  }
}

function SessionRow({
  row: { session, name, isOpen },
  newest,
  onView,
  onToggle,
}: { row: Extract<HistoryRow, { type: 'session' }> } & RowActions) {
  const { revision, from, to, by, label, entries } = session
  const accepted = [...new Set(entries.map((entry) => acceptedText(entry)))]
  return (
    <div className="flex items-start">
      <VersionButton onView={() => onView({ revision, at: to, by, name })}>
        {name !== null && <Name name={name} />}
        <span className="line-clamp-2 text-sm wrap-anywhere">{label}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
          <span className="tabular">{sessionTimes(from, to)}</span>
          <span>{authorText(by)}</span>
          {entries.length > 1 && <span>{pluralize(entries.length, 'edit')}</span>}
          {accepted.length === 1 && accepted[0] !== null && <span>{accepted[0]}</span>}
          {revision === newest && <Now />}
        </span>
      </VersionButton>
      {entries.length > 1 && (
        <IconButton
          size="sm"
          label={isOpen ? 'Hide the single edits' : 'Show the single edits'}
          aria-expanded={isOpen}
          icon={<ChevronRight className={classNames('transition-transform', isOpen && 'rotate-90')} />}
          onClick={() => onToggle(session)}
          className="mt-1.5 mr-2"
        />
      )}
    </div>
  )
}

function VersionButton({
  indented = false,
  onView,
  children,
}: {
  indented?: boolean
  onView: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onView}
      className={classNames(
        'grid min-h-11 min-w-0 grow gap-0.5 rounded-md px-3 py-1.5 text-left outline-offset-[-2px] transition-colors hover:bg-hover',
        indented && 'ml-3 w-[calc(100%-0.75rem)] border-l-2 border-border',
        !indented && 'w-full',
      )}
    >
      {children}
    </button>
  )
}

function Name({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-1.5 text-sm font-semibold wrap-anywhere">
      <Bookmark aria-hidden="true" className="size-3.5 shrink-0 text-accent-text" />
      {name}
    </span>
  )
}

function Now() {
  return <Badge tone="success">Now</Badge>
}

/** Loads older edits when it scrolls into view. */
function LoadMore({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return (
    <div role="status" aria-label="Loading older edits" className="grid gap-2 p-3">
      <Skeleton className="h-10" />
    </div>
  )
}
