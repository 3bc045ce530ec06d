import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { refetchAnswers, storeAnswer } from '#platform/web/query.ts'
import { toast } from '#platform/web/toasts.tsx'
import { asAppError } from '#platform/web/api.ts'
import type { ThreadFilter } from '../model/comments.ts'
import type { Decision, reviewContract, ReviewLink } from '../model/contract.ts'
import type { ThreadActions } from './thread-card.tsx'

const client = apiClient<typeof reviewContract>('review')
const review = apiQueries<typeof reviewContract>('review')

/** The words with open comments, and the decisions about the captions. */
export function useOverview(projectId: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery(review.overview.queryOptions({ input: { projectId }, enabled, staleTime: Infinity }))
}

/** Reloads comments whenever `version` changes, except the first time. */
export function useFreshComments(version: number): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (version > 1) void reloadComments(queryClient)
  }, [queryClient, version])
}

const FIRST_PAGE: string | null = null

/** The threads that pass a filter, newest first, in pages. */
export function useThreads(projectId: string, filter: ThreadFilter) {
  return useInfiniteQuery({
    queryKey: [...review.threads.key(), projectId, filter],
    queryFn: ({ pageParam, signal }) =>
      client.threads({ projectId, filter, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  })
}

/** The people whom a comment can mention. */
export function useProjectPeople(projectId: string) {
  return useQuery(review.people.queryOptions({ input: { projectId }, staleTime: 5 * 60_000 }))
}

/** Writes comments, and shows the newest state afterwards, also after a refusal. */
export function useCommentActions(projectId: string) {
  const queryClient = useQueryClient()
  const after = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } finally {
      await reloadComments(queryClient)
    }
  }
  /** For actions without a field that could show the refusal. */
  const orToast = (work: Promise<unknown>) =>
    after(work).catch((error: unknown) => toast.error(asAppError(error).message))
  const actions: Required<ThreadActions> = {
    reply: (threadId, text) => after(client.reply({ projectId, threadId, text })),
    edit: (commentId, text) => after(client.edit({ projectId, commentId, text })),
    remove: (commentId) => orToast(client.remove({ projectId, commentId })),
    resolve: (threadId, isResolved) => orToast(client.resolve({ projectId, threadId, isResolved })),
  }
  return {
    ...actions,
    decide: (decision: Decision['decision'], revision: number) =>
      after(client.decide({ projectId, decision, revision })),
    start: (words: { firstWordId: string; lastWordId: string }, text: string) =>
      after(client.start({ projectId, ...words, text })),
  }
}

/** The review links of a project. */
export function useReviewLinks(projectId: string, enabled: boolean) {
  return useQuery(review.links.queryOptions({ input: { projectId }, enabled, staleTime: 0 }))
}

/** Makes and revokes review links; each response is the new list. */
export function useLinkMutations(projectId: string) {
  const queryClient = useQueryClient()
  const onSuccess = (links: ReviewLink[]) =>
    storeAnswer(queryClient, review.links.queryKey({ input: { projectId } }), links)
  const onError = () => queryClient.invalidateQueries({ queryKey: review.links.key() })
  return {
    create: useMutation(review.createLink.mutationOptions({ onSuccess, onError })),
    revoke: useMutation(review.revokeLink.mutationOptions({ onSuccess, onError })),
  }
}

async function reloadComments(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    refetchAnswers(queryClient, review.overview.key()),
    refetchAnswers(queryClient, review.threads.key()),
  ])
}
