import { cursorFrom, MoreButton, QueryState, usePages } from '#features/operations/web/index.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { CaseTable } from './case-table.tsx'
import { moderationApi, moderationQueries } from './moderation-queries.ts'

/** What visitors reported of one user, on the user's page. */
export function UserReports({ userId }: { userId: string }) {
  const list = { ownerId: userId }
  const pages = usePages({
    queryKey: moderationQueries.reports.queryKey({ input: list }),
    load: (before) => moderationApi.reports({ ...list, ...cursorFrom(before) }),
  })
  return (
    <section aria-labelledby="user-reports">
      <h2 id="user-reports" className="mb-3 text-xl">
        Reports
      </h2>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const cases = loaded.flatMap((page) => page.cases)
          if (cases.length === 0) return <EmptyState title="No reports">Nobody reported anything of theirs.</EmptyState>
          return (
            <>
              <CaseTable cases={cases} hasOwner={false} />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </section>
  )
}
