import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { useRefresh } from '#platform/web/use-refresh.ts'
import type { GuestApi } from './guest-api.ts'

const FIRST_PAGE: string | null = null

/** The comments that a guest sees, refreshed every few seconds, and their decision. */
export function useGuestComments(o: { api: GuestApi; token: string; guestKey: string; onClosed(): void }) {
  const { api, guestKey } = o
  const queryKey = ['review-comments', o.token]
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => api.comments(guestKey, pageParam),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: false,
  })
  useRefresh(true, () => {
    if (document.visibilityState === 'visible') void pages.refetch()
  })
  const isClosed = pages.error !== null && ['forbidden', 'not_found'].includes(asAppError(pages.error).code)
  const close = useEffectEvent(o.onClosed)
  useEffect(() => {
    if (isClosed) close()
  }, [isClosed])
  const [newest] = pages.data?.pages ?? []
  return {
    queryKey,
    threads: pages.data?.pages.flatMap(({ threads }) => threads) ?? [],
    decision: newest?.decision ?? null,
    revision: newest?.revision,
    /** True while there is nothing to show; a later failure keeps what is there. */
    isError: pages.isError && newest === undefined,
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
  }
}
