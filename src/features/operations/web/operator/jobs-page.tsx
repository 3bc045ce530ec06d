import { useState } from 'react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatAge } from '#platform/shared/format/durations.ts'
import { formatProgress } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { JOB_KINDS, labelOfJob } from '../../model/job-kinds.ts'
import type { OperatorJob } from '../../model/operator-contract.ts'
import { DataTable } from '#ui/data-table.tsx'
import { QueryState } from './lists/query-state.tsx'
import { MoreButton } from './lists/more-button.tsx'
import { operatorApi, operatorQueries, useActionDone } from './operator-queries.ts'
import { PageHead } from './lists/page-head.tsx'
import { ReasonDialog } from './lists/reason-dialog.tsx'
import { StateBadge } from './lists/state-badge.tsx'
import { useFilters } from './lists/use-filters.ts'
import { cursorFrom, usePages } from './lists/use-pages.ts'
import { UserLink } from './lists/user-link.tsx'
import { OPERATOR_DUTIES } from '../../model/operator-duties.ts'
import { May } from './may.tsx'

type Shown = 'running' | 'queued' | 'failed' | 'done'

const ANY = 'any'

/** /operator/jobs: jobs by state and kind. */
export function OperatorJobsPage() {
  const filters = useFilters()
  const state = SHOWN.find(({ value }) => value === filters.of('state'))?.value ?? 'running'
  const kind = filters.of('kind')?.slice(0, 100)
  const list = { state, ...(kind !== undefined && { kind }) }
  const pages = usePages({
    queryKey: operatorQueries.jobs.queryKey({ input: list }),
    load: (before) => operatorApi.jobs({ ...list, ...cursorFrom(before) }),
  })
  const [ending, setEnding] = useState<OperatorJob>()
  const done = useActionDone()
  const sells = useIsSelling()
  return (
    <>
      <PageHead title="Jobs" lead="Background work: what runs, waits, failed or is done." />
      <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,26rem)_14rem] sm:items-end">
        <Segmented label="Which jobs" value={state} onChange={(to) => filters.set({ state: to })} options={SHOWN} />
        <Select
          label="Kind"
          value={kind ?? ANY}
          options={kindsWith(kind)}
          onChange={(to) => filters.set({ kind: to === ANY ? undefined : to })}
        />
      </div>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const jobs = loaded.flatMap((page) => page.jobs)
          if (jobs.length === 0) return <Nothing state={state} isFiltered={kind !== undefined} />
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
            title: `Cancel: ${labelOfJob(ending.name)}`,
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
        {
          name: 'Kind',
          render: ({ name }) => (
            <>
              {labelOfJob(name)}
              {labelOfJob(name) !== name && <span className="block text-sm font-normal text-faint">{name}</span>}
            </>
          ),
        },
        { name: 'State', render: (job) => <StateBadge state={job.cancelRequested ? 'cancelling' : job.state} /> },
        { name: 'For', render: (job) => <Owner job={job} /> },
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
                  Cancel<span className="sr-only"> {labelOfJob(job.name)}</span>
                </Button>
              </May>
            ) : null,
        },
      ]}
    />
  )
}

/** The user a job is for, linked to their page. */
function Owner({ job: { owner, ownerId, isOwnerErased } }: { job: OperatorJob }) {
  if (owner === null || ownerId === null) return isOwnerErased ? 'Erased user' : 'The product'
  return <UserLink id={ownerId}>{owner}</UserLink>
}

function Nothing({ state, isFiltered }: { state: Shown; isFiltered: boolean }) {
  const { title, text } = EMPTY[state]
  return <EmptyState title={title}>{isFiltered ? 'No job of this kind is in this state.' : text}</EmptyState>
}

/** The kinds to choose from; one that this release does not know stays chosen. */
function kindsWith(chosen: string | undefined): { value: string; label: string }[] {
  const kinds = Object.keys(JOB_KINDS)
  if (chosen !== undefined && !kinds.includes(chosen)) kinds.push(chosen)
  const options = kinds.map((kind) => ({ value: kind, label: labelOfJob(kind) }))
  return [{ value: ANY, label: 'Any' }, ...options.toSorted((a, b) => a.label.localeCompare(b.label))]
}

const SHOWN = [
  { value: 'running', label: 'Running' },
  { value: 'queued', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
  { value: 'done', label: 'Done' },
] as const satisfies { value: Shown; label: string }[]
const EMPTY: Readonly<Record<Shown, { readonly title: string; readonly text: string }>> = {
  running: { title: 'Nothing is running', text: 'A job appears here while a worker runs it.' },
  queued: { title: 'Nothing waits', text: 'A job appears here until a worker is free.' },
  failed: { title: 'Nothing failed', text: 'A job appears here if it ends with an error, with its cause.' },
  done: { title: 'Nothing is done', text: 'Jobs appear here once they are finished.' },
}
