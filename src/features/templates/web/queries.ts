import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { refetchAnswers } from '#platform/web/query.tsx'
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

/** Changes of the account's looks; each rejects with an `AppError`, and the list follows. */
export type LookActions = ReturnType<typeof useLookActions>

/** What an account can do with its looks. */
export function useLookActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function listed<Answer>(change: Promise<Answer>): Promise<Answer> {
      const answer = await change
      await refetchAnswers(queryClient, templates.looks.key())
      return answer
    }
    return {
      save: (look: Parameters<typeof client.saveLook>[0]) => listed(client.saveLook(look)),
      rename: (id: string, name: string) => listed(client.renameLook({ id, name })),
      duplicate: (id: string) => listed(client.duplicateLook({ id })),
      share: (id: string, isShared: boolean) => listed(client.shareLook({ id, isShared })),
      createLink: (id: string) => listed(client.createLookLink({ id })),
      revokeLink: (id: string) => listed(client.revokeLookLink({ id })),
      remove: (id: string) => listed(client.removeLook({ id })),
      restore: (id: string) => listed(client.restoreLook({ id })),
      take: (token: string) => listed(client.takeLook({ token })),
    }
  }, [queryClient])
}
