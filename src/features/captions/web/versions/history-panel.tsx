import { Bookmark, History } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import type { Session, Versions } from '../../model/index.ts'
import { useHasEditAccess } from '../store/editor-context.ts'
import { HistoryRowView } from './history-row.tsx'
import { historyRows, namedRows } from './history-rows.ts'
import { useHistory, useNamedVersions, useVersionNames } from './use-history.ts'
import { NameDialog, VersionDetails } from './version-details.tsx'
import { useVersions } from './versions-context.tsx'

const NONE: Versions = { named: [], copies: [], newest: 1 }
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'named', label: 'Named' },
] as const

/** The history of the captions: its list, or the chosen version. */
export function HistoryPanel() {
  const { chosen } = useVersions()
  const versions = useNamedVersions()
  const named = versions.data?.named ?? NONE.named
  if (chosen === null) return <HistoryList versions={versions} />
  // The name may have changed since the version was chosen.
  const name =
    versions.data === undefined ? chosen.name : named.find(({ revision }) => revision === chosen.revision)?.name
  return <VersionDetails version={{ ...chosen, name: name ?? null }} />
}

function HistoryList({ versions }: { versions: ReturnType<typeof useNamedVersions> }) {
  const { live, view, leave } = useVersions()
  const newest = useStore(live.store, (state) => state.saved.rev)
  const { named, copies } = versions.data ?? NONE
  const history = useHistory(named)
  const [filter, setFilter] = useState<'all' | 'named'>('all')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const { sessions, hasNextPage, isPending, fetchNextPage, dataUpdatedAt } = history
  const rows = useMemo(
    () =>
      filter === 'named'
        ? namedRows(named)
        : historyRows({
            sessions,
            versions: { named, copies },
            open,
            hasMore: hasNextPage,
            now: new Date(dataUpdatedAt),
          }),
    [filter, sessions, named, copies, open, hasNextPage, dataUpdatedAt],
  )
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const error = history.error ?? versions.error
  const retry = () => void Promise.all([history.refetch(), versions.refetch()])

  return (
    <section aria-label="History" className="flex h-full min-h-0 flex-col">
      <header className="grid gap-2 border-b border-border p-3">
        <Segmented label="Shown versions" options={FILTERS} value={filter} onChange={setFilter} />
        <NameCurrent />
      </header>
      {error !== null && <HistoryProblem error={error} onRetry={retry} />}
      {error === null && isPending && <LoadingHistory />}
      {error === null && !isPending && rows.length === 0 && <NoHistory filter={filter} />}
      {rows.length > 0 && (
        <VirtualList
          label="Versions"
          items={rows}
          keyOf={({ key }) => key}
          renderItem={(row) => (
            <HistoryRowView
              row={row}
              newest={newest}
              onView={(version) => (version.revision === newest ? leave() : view(version))}
              onToggle={(session) => setOpen(toggled(open, session))}
              onMore={onMore}
            />
          )}
          rowHeightPx={64}
          className="min-h-32 grow pb-2"
        />
      )}
      {filter === 'all' && !isPending && !hasNextPage && <Reach sessions={sessions} />}
    </section>
  )
}

/** Opens or closes a session: any of its edits keeps it open, however it grows. */
function toggled(open: ReadonlySet<number>, { revision, entries }: Session): ReadonlySet<number> {
  const closed = new Set(open)
  for (const entry of entries) closed.delete(entry.revision)
  return closed.size < open.size ? closed : closed.add(revision)
}

/** Says how far back the single edits go. */
function Reach({ sessions }: { sessions: ReturnType<typeof useHistory>['sessions'] }) {
  const first = sessions.at(-1)
  return (
    <p className="border-t border-border px-3 py-2 text-xs text-faint">
      {first !== undefined && `Single edits go back to ${formatMoment(first.from)}. `}
      Edits are kept for at least 7 days, one copy of each earlier day for longer, and named versions always.
    </p>
  )
}

/** Names the captions as they are now, after saving them. */
function NameCurrent() {
  const { live } = useVersions()
  const mayEdit = useHasEditAccess()
  const names = useVersionNames()
  const [naming, setNaming] = useState(false)
  if (!mayEdit) return null

  async function save(name: string) {
    await live.store.actions.flush()
    await names.name(live.store.getState().saved.rev, name)
  }

  return (
    <>
      <Button size="sm" icon={<Bookmark />} onClick={() => setNaming(true)} className="justify-self-start">
        Name the current version
      </Button>
      <NameDialog name={null} open={naming} onClose={() => setNaming(false)} save={save} />
    </>
  )
}

function NoHistory({ filter }: { filter: 'all' | 'named' }) {
  return (
    <div className="p-3">
      {filter === 'named' ? (
        <EmptyState picture={<Bookmark />} title="No named versions">
          Name a version to find it again. Named versions are kept, however old they get.
        </EmptyState>
      ) : (
        <EmptyState picture={<History />} title="No edits yet">
          Each saved edit appears here, with its author. You can look at earlier versions and restore them.
        </EmptyState>
      )}
    </div>
  )
}

function HistoryProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="p-3">
      <Notice
        tone="error"
        title="The history could not be loaded"
        actions={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {asAppError(error).message}
      </Notice>
    </div>
  )
}

function LoadingHistory() {
  return (
    <div role="status" aria-label="Loading the history" className="grid gap-2 p-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  )
}
