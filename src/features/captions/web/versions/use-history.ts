import { useEffect, useMemo } from 'react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { refetchAnswers } from '#platform/web/query.ts'
import { groupSessions, type HistoryEntry, type NamedVersion, type Session } from '../../model/index.ts'
import { useVersions } from './versions-context.tsx'

type Cursor = { readonly before?: number; readonly after?: number }
const NEWEST: Cursor = {}

/** The saved edits of the captions, grouped into sessions; follows what is saved meanwhile. */
export function useHistory(named: readonly NamedVersion[]) {
  const { api, projectId, live } = useVersions()
  const saved = useStore(live.store, (state) => state.saved.rev)
  const history = useInfiniteQuery({
    queryKey: ['caption-history', projectId],
    queryFn: ({ pageParam }) => api.history({ projectId, ...pageParam }),
    initialPageParam: NEWEST,
    getNextPageParam: ({ next }): Cursor | undefined => (next === null ? undefined : { before: next }),
    getPreviousPageParam: (_first, pages): Cursor => ({ after: newestOf(pages.flatMap(({ entries }) => entries)) }),
    // New edits are read by the page before the first.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, isFetching, isError, fetchPreviousPage } = history
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data])
  const isBehind = data !== undefined && newestOf(entries) < saved
  useEffect(() => {
    if (isBehind && !isFetching && !isError) void fetchPreviousPage()
  }, [isBehind, isFetching, isError, fetchPreviousPage])
  const sessions = useMemo(
    (): Session[] => groupSessions(entries, new Set(named.map(({ revision }) => revision))),
    [entries, named],
  )
  return { ...history, sessions }
}

/** The newest revision of entries; 1, which no entry made, without any. */
function newestOf(entries: readonly HistoryEntry[]): number {
  return entries[0]?.revision ?? 1
}

/** The named versions and older copies of the captions. */
export function useNamedVersions() {
  const { api, projectId } = useVersions()
  return useQuery({ queryKey: ['caption-versions', projectId], queryFn: () => api.versions({ projectId }) })
}

/** The actions that name versions. Each rejects with the refusal of the server. */
export function useVersionNames() {
  const { api, projectId } = useVersions()
  const client = useQueryClient()
  const refetch = () => refetchAnswers(client, ['caption-versions', projectId])
  return {
    async name(revision: number, name: string): Promise<void> {
      await api.nameVersion({ projectId, revision, name })
      await refetch()
    },
    async removeName(revision: number): Promise<void> {
      await api.removeVersionName({ projectId, revision })
      await refetch()
    },
  }
}
