import { useInfiniteQuery } from '@tanstack/react-query'

const FIRST_PAGE: string | null = null

/** A paged list; each page is requested with the `next` of the previous one. */
export function usePages<Page extends { readonly next: string | null }>(o: {
  queryKey: readonly unknown[]
  load: (before: string | undefined) => Promise<Page>
}) {
  return useInfiniteQuery({
    queryKey: o.queryKey,
    queryFn: ({ pageParam }) => o.load(pageParam ?? undefined),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** `{ before }` if there is a cursor: an optional field must not be undefined. */
export function cursorFrom(before: string | undefined): { before?: string } {
  return before === undefined ? {} : { before }
}
