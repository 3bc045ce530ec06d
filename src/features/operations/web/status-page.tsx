import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { formatTime } from '#platform/shared/format/dates.ts'
import { formatList } from '#platform/shared/format/numbers.ts'
import { siteName } from '#platform/shared/product.ts'
import { apiQueries } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { operationsContract, PartState, Status } from '../model/contract.ts'
import { stateOfDay, worstOf } from '../model/history.ts'
import { PartRow, partName } from './part-row.tsx'

const operations = apiQueries<typeof operationsContract>('operations')
/** The interval of the product's own checks. */
const ASKED_EVERY_MS = 60_000

/** /status: the current state and the history (spec §2). */
export function StatusPage() {
  const status = useQuery(operations.status.queryOptions({ staleTime: 0, refetchInterval: ASKED_EVERY_MS }))
  return (
    <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
      <h1 className="text-3xl">Status</h1>
      {status.data && <Overall status={status.data} />}
      {status.isPending && <Pending />}
      {status.isError && (
        <div className="mt-6">
          <Notice
            tone="error"
            title={status.data ? 'This may be out of date' : 'We couldn’t load the status'}
            actions={
              <Button
                icon={<RotateCw aria-hidden="true" />}
                busy={status.isFetching}
                onClick={() => void status.refetch()}
              >
                Try again
              </Button>
            }
          >
            {`This page loaded, but ${siteName()} did not report its status.`}
          </Notice>
        </div>
      )}
      {status.data && <Parts status={status.data} />}
    </div>
  )
}

function Overall({ status: { parts, checkedAt } }: { status: Status }) {
  const state = worstOf(parts.map((part) => part.state))
  const today = checkedAt.slice(0, 10)
  const troubledToday = parts
    .filter(({ days }) => days.some((checks) => checks.day === today && stateOfDay(checks) !== 'operational'))
    .map(({ part }) => partName(part))
  return (
    <Card role="status" className="mt-6">
      <p className="flex items-center gap-3 font-display text-xl font-semibold">
        <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${DOT[state]}`} />
        {state === 'operational' && troubledToday.length > 0 ? 'Everything works again' : OVERALL[state]}
      </p>
      {state === 'operational' && troubledToday.length > 0 && (
        <p className="mt-1 text-sm text-muted">
          Earlier today there were problems with {formatList(troubledToday)}. The bars show how long.
        </p>
      )}
      <p className="mt-1 text-sm text-faint">
        Checked <time dateTime={checkedAt}>{formatTime(checkedAt)}</time>, and again every minute.
      </p>
    </Card>
  )
}

function Parts({ status: { parts, historyKnown, checkedAt } }: { status: Status }) {
  const today = checkedAt.slice(0, 10)
  const firstDays = parts.flatMap(({ days }) => days.slice(0, 1).map(({ day }) => day))
  const begins = firstDays.every((day) => day === today)
  return (
    <>
      {!historyKnown && <p className="mt-4 text-sm text-muted">The history is unavailable right now.</p>}
      {historyKnown && begins && <p className="mt-4 text-sm text-muted">History begins today.</p>}
      <ul className="mt-8 grid gap-8">
        {parts.map((part) => (
          <PartRow key={part.part} status={part} today={today} historyKnown={historyKnown} />
        ))}
      </ul>
      <p className="mt-8 text-sm text-faint">
        Each bar is a day (UTC), coloured by its worst minute. A pale bar is a day without checks.
      </p>
    </>
  )
}

function Pending() {
  return (
    <div className="mt-6 grid gap-8" aria-label="Loading the status" role="status">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}

const OVERALL: Record<PartState, string> = {
  operational: 'Everything works',
  degraded: 'Something is slower than usual',
  down: 'Something is not working right now',
}
const DOT: Record<PartState, string> = { operational: 'bg-success', degraded: 'bg-warning', down: 'bg-error' }
