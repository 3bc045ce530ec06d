import { useInfiniteQuery } from '@tanstack/react-query'

const FIRST_PAGE: string | null = null

/** A list that comes in pages, each asked for with the `next` of the one before. */
export function usePages<Page extends { readonly next: string | null }>(o: {
  queryKey: readonly unknown[]
  ask: (before: string | undefined) => Promise<Page>
}) {
  return useInfiniteQuery({
    queryKey: o.queryKey,
    queryFn: ({ pageParam }) => o.ask(pageParam ?? undefined),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** `{ before }` where there is one: an absent cursor is no cursor. */
export function from(before: string | undefined): { before?: string } {
  return before === undefined ? {} : { before }
}
