import { cursorFrom, MoreButton, PageHead, QueryState, useFilters, usePages } from '#features/operations/web/index.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { REPORTED_KINDS, type ReportedKind } from '../../model/limits.ts'
import { CaseTable } from './case-table.tsx'
import { moderationApi, moderationQueries } from './moderation-queries.ts'

type Shown = 'open' | 'decided'
const ANY = 'any'

/** /operator/reports: what visitors reported, and objections to takedowns. */
export function OperatorReportsPage() {
  const filters = useFilters()
  const state = SHOWN.find(({ value }) => value === filters.of('state'))?.value ?? 'open'
  const kind = REPORTED_KINDS.find((one) => one === filters.of('kind'))
  const list = { state, ...(kind && { kind }) }
  const pages = usePages({
    queryKey: moderationQueries.reports.queryKey({ input: list }),
    load: (before) => moderationApi.reports({ ...list, ...cursorFrom(before) }),
  })
  return (
    <>
      <PageHead
        title="Reports"
        lead="Public pages that visitors reported, and objections of their owners. The last change comes first."
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="w-full max-w-xs">
          <Segmented
            label="Which reports"
            value={state}
            onChange={(to) => filters.set({ state: to })}
            options={SHOWN}
          />
        </div>
        <Select<ReportedKind | typeof ANY>
          label="Kind"
          hideLabel
          value={kind ?? ANY}
          options={KINDS}
          onChange={(value) => filters.set({ kind: value === ANY ? undefined : value })}
        />
      </div>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const cases = loaded.flatMap((page) => page.cases)
          if (cases.length === 0) return <EmptyState title={EMPTY[state].title}>{EMPTY[state].text}</EmptyState>
          return (
            <>
              <CaseTable cases={cases} hasOwner />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'decided', label: 'Decided' },
] as const satisfies { value: Shown; label: string }[]
const KINDS: readonly { value: ReportedKind | typeof ANY; label: string }[] = [
  { value: ANY, label: 'Every kind' },
  { value: 'review', label: 'Videos' },
  { value: 'look', label: 'Shared looks' },
]
const EMPTY: Readonly<Record<Shown, { title: string; text: string }>> = {
  open: { title: 'Nothing to decide', text: 'Reports and objections appear here as they arrive.' },
  decided: { title: 'Nothing decided yet', text: 'Reports that you decided about appear here.' },
}
