import type { ReactNode } from 'react'
import { asAppError } from '#platform/web/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Query<Data> = {
  readonly data: Data | undefined
  readonly isError: boolean
  readonly error: Error | null
  refetch(): Promise<unknown>
}

/** Renders the loaded data, or a placeholder, or a retry after a failure. */
export function QueryState<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Skeleton className="h-56 w-full" />
  return (
    <Notice
      tone="error"
      title="We couldn’t load this"
      actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
    >
      {asAppError(query.error).message}
    </Notice>
  )
}
