import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { CreditMovement, creditsContract } from '#features/credits/model/index.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { apiClient } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CREDIT_HISTORY_KEY } from '../billing-queries.ts'

const credits = apiClient<typeof creditsContract>('credits')

/** The credit history, newest first. */
export function CreditHistory() {
  const history = useInfiniteQuery({
    queryKey: CREDIT_HISTORY_KEY,
    queryFn: ({ pageParam }) => credits.history(pageParam === null ? {} : { before: pageParam }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const movements = history.data?.pages.flatMap((page) => page.movements)
  return (
    <section aria-labelledby="credit-history" className="mt-12">
      <h2 id="credit-history" className="mb-4 text-2xl">
        Credit history
      </h2>
      {history.isPending && <Skeleton className="h-40 w-full" />}
      {history.isError && (
        <Notice
          tone="error"
          title="We couldn’t load your history"
          actions={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void history.refetch()}>
              Try again
            </Button>
          }
        >
          {history.error.message}
        </Notice>
      )}
      {movements?.length === 0 && (
        <EmptyState title="No credits used yet">Credits that you receive and use appear here.</EmptyState>
      )}
      {movements && movements.length > 0 && <Movements movements={movements} />}
      {history.hasNextPage && (
        <Button className="mt-4" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function Movements({ movements }: { movements: readonly CreditMovement[] }) {
  return (
    <ul className="border-t border-border">
      {movements.map(({ id, reason, amount: moved, balanceAfter, by, at }) => (
        <li key={id} className="flex items-baseline gap-4 border-b border-border py-3">
          <div className="min-w-0 grow">
            <p className="truncate">{reason}</p>
            <p className="text-sm text-faint">
              <time dateTime={at} className="tabular">
                {formatLongDay(at, 'utc')}
              </time>
              {by !== null && <> · by {by}</>}
            </p>
          </div>
          <p className="tabular shrink-0 text-right">
            <span className={moved > 0 ? 'font-medium text-success' : 'font-medium'}>
              {moved > 0 ? `+${formatNumber(moved)}` : formatNumber(moved)}
            </span>
            <span className="block text-sm text-faint">{leftOf(balanceAfter)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** '1,590 left'; a negative balance is owed. */
function leftOf(balance: number): string {
  return balance < 0 ? `${formatNumber(-balance)} owed` : `${formatNumber(balance)} left`
}

const FIRST_PAGE: string | null = null
