import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import { followStream, type Interruption } from '#platform/web/stream.ts'
import { useRefresh } from '#platform/web/use-refresh.ts'
import type { mediaContract, Project } from '../model/contract.ts'

const client = apiClient<typeof mediaContract>('media')
const media = apiQueries<typeof mediaContract>('media')

/** The upload limits of the user's plan. */
export function useUploadLimits() {
  return useQuery(media.limits.queryOptions({ staleTime: 5 * 60_000 }))
}

/** The user's videos, newest first; polled every 2 s while the server works on one. */
export function useProjects({ isNeeded = true }: { isNeeded?: boolean } = {}) {
  return useQuery(
    media.list.queryOptions({
      enabled: isNeeded,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isWorkedOn) === true ? 2_000 : false),
    }),
  )
}

/** The videos others share with the user, by owner; polled every 2 s while the server works on one. */
export function useSharedVideos() {
  return useQuery(
    media.shared.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some(({ projects }) => projects.some(isWorkedOn)) === true ? 2_000 : false,
    }),
  )
}

/** Asks for a video before its page opens. @returns undefined if the answer failed */
export async function prefetchProject(queryClient: QueryClient, projectId: string): Promise<Project | undefined> {
  const options = media.get.queryOptions({ input: { projectId } })
  await queryClient.prefetchQuery(options)
  return queryClient.getQueryData(options.queryKey)
}

/** A video, live until it is prepared or refused. `interruption` is set while the stream is down. */
export function useProject(projectId: string) {
  const queryClient = useQueryClient()
  const [interruption, setInterruption] = useState<Interruption | null>(null)
  const project = useQuery(media.get.queryOptions({ input: { projectId }, staleTime: Infinity }))
  const isWatched = project.data !== undefined && !project.isError && !isSettled(project.data)

  useEffect(() => {
    if (!isWatched) return
    const leaving = new AbortController()
    void followStream({
      connect: (signal) => client.watch({ projectId }, { signal }),
      onEvent: (event) => setProject(queryClient, event),
      isLast: isSettled,
      onInterrupted: setInterruption,
      onRefused: () => void refreshProject(queryClient, projectId),
      signal: leaving.signal,
    })
    return () => leaving.abort()
  }, [projectId, queryClient, isWatched])

  const now = isWatched ? interruption : null
  useRefresh(now === 'crowded', () => void refreshProject(queryClient, projectId))
  return { ...project, interruption: now }
}

/** Renames a video. */
export function useRename() {
  const queryClient = useQueryClient()
  return useMutation(
    media.rename.mutationOptions({
      onSuccess: async (project) => {
        await storeAnswer(queryClient, media.get.queryKey({ input: { projectId: project.id } }), project)
        await storeAnswer(queryClient, media.list.queryKey(), (list) => withProject(list, project))
        await queryClient.invalidateQueries({ queryKey: media.shared.key() })
      },
    }),
  )
}

/** Copies a video with its captions; the copy appears in the list while its files are copied. */
export function useDuplicate() {
  const queryClient = useQueryClient()
  return useMutation(media.duplicate.mutationOptions({ onSuccess: () => refreshProjects(queryClient) }))
}

/** The videos that the user offers and is offered. */
export function useTransfers() {
  return useQuery(media.transfers.queryOptions({ staleTime: 0 }))
}

/** Those whom the user may give a video to. */
export function useReceivers() {
  return useQuery(media.receivers.queryOptions({ staleTime: 0 }))
}

/** Offers a video, and ends an offer. */
export function useTransferMutation() {
  const queryClient = useQueryClient()
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: media.transfers.key() })
  return {
    offer: useMutation(media.offerTransfer.mutationOptions({ onSuccess })),
    withdraw: useMutation(media.withdrawTransfer.mutationOptions({ onSuccess })),
    decline: useMutation(media.declineTransfer.mutationOptions({ onSuccess })),
    // What other features say about the video depends on its owner too.
    accept: useMutation(media.acceptTransfer.mutationOptions({ onSuccess: () => queryClient.invalidateQueries() })),
  }
}

/** Adds tags to videos and removes others. */
export function useTagVideos() {
  const queryClient = useQueryClient()
  return useMutation(
    media.tag.mutationOptions({
      onSuccess: async (tagged) => {
        const tagsOf = new Map(tagged.map(({ id, tags }) => [id, tags]))
        await storeAnswer(queryClient, media.list.queryKey(), (list) =>
          list?.map((project) => ({ ...project, tags: tagsOf.get(project.id) ?? project.tags })),
        )
      },
    }),
  )
}

/** Deletes the uploaded bytes, without an undo. */
export function useDiscard() {
  const queryClient = useQueryClient()
  return useMutation(
    media.remove.mutationOptions({
      onSuccess: (_removed, { projectId }) => {
        forgetProject(queryClient, projectId)
        return refreshProjects(queryClient)
      },
    }),
  )
}

/** Drops a hidden video from the cache, so that nothing reloads it. */
export function forgetProject(queryClient: QueryClient, projectId: string): void {
  queryClient.setQueryData(media.list.queryKey(), (list) => list?.filter(({ id }) => id !== projectId))
  queryClient.removeQueries({ queryKey: media.get.key({ input: { projectId } }) })
}

/** Reloads the list after an upload has started or was cancelled. */
export function refreshProjects(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: media.list.key() })
}

function refreshProject(queryClient: QueryClient, projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: media.get.key({ input: { projectId } }) })
}

function setProject(queryClient: QueryClient, project: Project): void {
  queryClient.setQueryData(media.get.queryKey({ input: { projectId: project.id } }), project)
  queryClient.setQueryData(media.list.queryKey(), (list) => withProject(list, project))
}

function withProject(list: readonly Project[] | undefined, project: Project): Project[] | undefined {
  return list?.map((other) => (other.id === project.id ? project : other))
}

function isSettled({ stage }: Project): boolean {
  return stage === 'prepared' || stage === 'refused'
}

function isWorkedOn({ stage }: Project): boolean {
  return stage === 'checking' || stage === 'preparing'
}
