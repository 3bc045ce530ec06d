import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { refetchAnswers } from '#platform/web/query.ts'
import type { templatesContract } from '../model/contract.ts'

const client = apiClient<typeof templatesContract>('templates')
const templates = apiQueries<typeof templatesContract>('templates')

/** The looks of the account, and those that owners share with it. @param o.isNeeded false reads none. Default: true */
export function useOwnLooks({ isNeeded = true } = {}) {
  return useQuery(templates.looks.queryOptions({ staleTime: 60_000, enabled: isNeeded }))
}

/** The look behind a link. */
export function useLinkedLook(token: string) {
  return useQuery(templates.linkedLook.queryOptions({ input: { token } }))
}

/** Changes of the account's looks; each refetches the list, and rejects with an `AppError`. */
export type LookActions = ReturnType<typeof useLookActions>

/** The mutations of an account's looks. */
export function useLookActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function thenRefetch<Answer>(change: Promise<Answer>): Promise<Answer> {
      const answer = await change
      await refetchAnswers(queryClient, templates.looks.key())
      return answer
    }
    return {
      save: (look: Parameters<typeof client.saveLook>[0]) => thenRefetch(client.saveLook(look)),
      rename: (id: string, name: string) => thenRefetch(client.renameLook({ id, name })),
      duplicate: (id: string) => thenRefetch(client.duplicateLook({ id })),
      share: (id: string, isShared: boolean) => thenRefetch(client.shareLook({ id, isShared })),
      createLink: (id: string) => thenRefetch(client.createLookLink({ id })),
      revokeLink: (id: string) => thenRefetch(client.revokeLookLink({ id })),
      remove: (id: string) => thenRefetch(client.removeLook({ id })),
      restore: (id: string) => thenRefetch(client.restoreLook({ id })),
      take: (token: string) => thenRefetch(client.takeLook({ token })),
    }
  }, [queryClient])
}
