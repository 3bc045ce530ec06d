import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import { followStream, type Interruption } from '#platform/web/stream.ts'
import { useRefresh } from '#platform/web/use-refresh.ts'
import type { Render, renderingContract } from '../model/contract.ts'

const client = apiClient<typeof renderingContract>('rendering')
const rendering = apiQueries<typeof renderingContract>('rendering')

/** The exports of one project, newest first. */
export function useRenders(projectId: string) {
  return useQuery(rendering.list.queryOptions({ input: { projectId }, staleTime: 0 }))
}

/** The exports of each listed video, by project id; polled every 2 s while one is unfinished. */
export function useExportsOverview() {
  return useQuery(
    rendering.overview.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) =>
        Object.values(state.data ?? {}).some(({ progress }) => progress !== null) ? 2_000 : false,
    }),
  )
}

/** Queues an export of the saved captions. */
export function useStartRender() {
  const queryClient = useQueryClient()
  return useMutation(rendering.start.mutationOptions({ onSuccess: (render) => show(queryClient, render) }))
}

/** Stops an export. */
export function useCancelRender() {
  const queryClient = useQueryClient()
  return useMutation(rendering.cancel.mutationOptions({ onSuccess: (render) => show(queryClient, render) }))
}

/** Updates one export in the list live until it ends. @returns why live updates are unavailable, or null */
export function useLiveRender(render: Render): Interruption | null {
  const queryClient = useQueryClient()
  const [interruption, setInterruption] = useState<Interruption | null>(null)
  const { id, projectId } = render
  const over = isFinal(render)

  useEffect(() => {
    if (over) return
    const leaving = new AbortController()
    void followStream<Render>({
      connect: (signal) => client.watch({ renderId: id }, { signal }),
      onEvent: (event) => queryClient.setQueryData(listKey(event), (list) => withRender(list, event)),
      isLast: isFinal,
      onInterrupted: setInterruption,
      onRefused: () => void refreshRenders(queryClient, projectId),
      signal: leaving.signal,
    })
    return () => leaving.abort()
  }, [queryClient, id, projectId, over])

  const now = over ? null : interruption
  useRefresh(now === 'crowded', () => void refreshRenders(queryClient, projectId))
  return now
}

/** True when the state of an export is final. */
export function isFinal({ state }: Render): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

function refreshRenders(queryClient: QueryClient, projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: rendering.list.key({ input: { projectId } }) })
}

function show(queryClient: QueryClient, render: Render): Promise<void> {
  return storeAnswer(queryClient, listKey(render), (list) => withRender(list, render))
}

function listKey({ projectId }: Pick<Render, 'projectId'>) {
  return rendering.list.queryKey({ input: { projectId } })
}

function withRender(list: readonly Render[] = [], render: Render): Render[] {
  return list.some(({ id }) => id === render.id)
    ? list.map((other) => (other.id === render.id ? render : other))
    : [render, ...list]
}
