import { useIsSelling } from '#platform/web/use-site.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type ActionFilter, MAX_EXPORTED_ACTIONS } from '../../../model/action-log.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { actionFilterOf, ActionFilters } from './action-filters.tsx'
import { ActionLine } from './action-line.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { operatorApi, operatorQueries } from '../operator-queries.ts'
import { PageHead } from '../lists/page-head.tsx'
import { useFilters } from '../lists/use-filters.ts'
import { cursorFrom, usePages } from '../lists/use-pages.ts'

/** /operator/actions: the log of operators' actions, which nobody can change. */
export function OperatorActionsPage() {
  const sells = useIsSelling()
  const filters = useFilters()
  const filter = actionFilterOf(filters.of)
  const pages = usePages({
    queryKey: operatorQueries.actions.queryKey({ input: filter }),
    load: (before) => operatorApi.actions({ ...filter, ...cursorFrom(before) }),
  })
  return (
    <>
      <PageHead
        title="Audit log"
        lead="What operators did, and whose personal data they read, newest first. Nobody can change or remove an entry; those about reading go after a year, or the time set under Site."
        actions={<ExportLink filter={filter} />}
      />
      <ActionFilters {...filters} sells={sells} />
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const actions = loaded.flatMap((page) => page.actions)
          if (actions.length === 0) return <Nothing isFiltered={Object.keys(filter).length > 0} />
          return (
            <>
              <ul aria-label="Entries" className="grid gap-4">
                {actions.map((action) => (
                  <ActionLine key={action.id} action={action} />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState title="Nothing yet">Actions of operators appear here.</EmptyState>
  return <EmptyState title="No entry found">No entry fits this search and these filters.</EmptyState>
}

/** A plain link, so that the browser saves the file while it arrives. */
function ExportLink({ filter }: { filter: ActionFilter }) {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()
  return (
    <a
      className={buttonClass()}
      href={`/api/operator-log/export.csv${query === '' ? '' : `?${query}`}`}
      download
      title={`These entries, up to ${formatNumber(MAX_EXPORTED_ACTIONS)}. The export is recorded.`}
    >
      Export as CSV
    </a>
  )
}
