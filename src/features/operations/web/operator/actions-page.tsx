import { EmptyState } from '#ui/empty-state.tsx'
import { ActionLine } from './action-line.tsx'
import { QueryState } from './query-state.tsx'
import { MoreButton } from './more-button.tsx'
import { operatorApi, operatorQueries } from './operator-queries.ts'
import { PageHead } from './page-head.tsx'
import { cursorFrom, usePages } from './use-pages.ts'

/** /operator/actions: the log of operators' actions, which nobody can change. */
export function OperatorActionsPage() {
  const pages = usePages({
    queryKey: operatorQueries.actions.queryKey({ input: {} }),
    load: (before) => operatorApi.actions(cursorFrom(before)),
  })
  return (
    <>
      <PageHead title="Audit log" lead="All actions of operators, newest first. Nobody can change or remove them." />
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const actions = loaded.flatMap((page) => page.actions)
          if (actions.length === 0) {
            return <EmptyState title="Nothing yet">Actions of operators appear here.</EmptyState>
          }
          return (
            <>
              <ul className="grid gap-4">
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
