import { useState } from 'react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatAge } from '#platform/shared/format/durations.ts'
import { formatProgress } from '#platform/shared/format/numbers.ts'
import { useSells } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { OperatorJob } from '../../model/operator-contract.ts'
import { DataTable } from '#ui/data-table.tsx'
import { QueryState } from './query-state.tsx'
import { MoreButton } from './more-button.tsx'
import { operatorApi, operatorQueries, useActionDone } from './operator-queries.ts'
import { PageHead } from './page-head.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { StateBadge } from './state-badge.tsx'
import { useFilters } from './use-filters.ts'
import { cursorFrom, usePages } from './use-pages.ts'
import { OPERATOR_DUTIES } from '../../model/operator-duties.ts'
import { May } from './may.tsx'

type Shown = 'running' | 'queued' | 'failed'

/** /operator/jobs: running, queued and failed jobs. */
export function OperatorJobsPage() {
  const filters = useFilters()
  const state = SHOWN.find(({ value }) => value === filters.of('state'))?.value ?? 'running'
  const pages = usePages({
    queryKey: operatorQueries.jobs.queryKey({ input: { state } }),
    load: (before) => operatorApi.jobs({ state, ...cursorFrom(before) }),
  })
  const [ending, setEnding] = useState<OperatorJob>()
  const done = useActionDone()
  const sells = useSells()
  return (
    <>
      <PageHead title="Jobs" lead="Running, queued and failed jobs." />
      <div className="mb-4 max-w-sm">
        <Segmented label="Which jobs" value={state} onChange={(to) => filters.set({ state: to })} options={SHOWN} />
      </div>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const jobs = loaded.flatMap((page) => page.jobs)
          if (jobs.length === 0) return <EmptyState title={EMPTY[state]}>Check again later.</EmptyState>
          return (
            <>
              <JobTable jobs={jobs} state={state} at={pages.dataUpdatedAt} onCancel={setEnding} />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
      <ReasonDialog
        onClose={() => setEnding(undefined)}
        decision={
          ending && {
            title: `Cancel ${ending.name}`,
            button: 'Cancel job',
            requires: 'reason',
            isDanger: true,
            description: `It ends within seconds${sells ? ', and its held credits are released' : ''}.`,
            submit: (text) =>
              done(operatorApi.cancelJob({ jobId: ending.id, reason: text('reason') }), 'The job is being cancelled.'),
          }
        }
      />
    </>
  )
}

function JobTable(o: {
  jobs: readonly OperatorJob[]
  state: Shown
  /** When they were loaded, in milliseconds since 1970. */
  at: number
  onCancel: (job: OperatorJob) => void
}) {
  return (
    <DataTable
      label="Jobs"
      rows={o.jobs}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Kind', render: ({ name }) => name },
        { name: 'State', render: (job) => <StateBadge state={job.cancelRequested ? 'cancelling' : job.state} /> },
        { name: 'For', render: ({ owner }) => <span className="break-all">{owner ?? 'the product'}</span> },
        {
          name: 'Age',
          isFigure: true,
          render: ({ createdAt }) => (
            <span title={formatMoment(createdAt)}>{formatAge(o.at - Date.parse(createdAt))}</span>
          ),
        },
        { name: 'Starts', isFigure: true, render: ({ attempt }) => attempt },
        o.state === 'failed'
          ? { name: 'Error', render: ({ problem }) => problem ?? '–' }
          : { name: 'Done', isFigure: true, render: ({ progress }) => formatProgress(progress) },
        {
          name: 'Actions',
          hasNoHead: true,
          render: (job) =>
            job.finishedAt === null && !job.cancelRequested ? (
              <May duty={OPERATOR_DUTIES.cancelJob}>
                <Button size="sm" onClick={() => o.onCancel(job)}>
                  Cancel<span className="sr-only"> {job.name}</span>
                </Button>
              </May>
            ) : null,
        },
      ]}
    />
  )
}

const SHOWN = [
  { value: 'running', label: 'Running' },
  { value: 'queued', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
] as const satisfies { value: Shown; label: string }[]
const EMPTY: Readonly<Record<Shown, string>> = {
  running: 'Nothing is running',
  queued: 'Nothing waits',
  failed: 'Nothing failed',
}
