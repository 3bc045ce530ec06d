import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQueries } from '#platform/web/api.ts'
import { refetchAnswers } from '#platform/web/query.ts'
import type { glossaryContract } from '../../model/glossary/contract.ts'

const glossary = apiQueries<typeof glossaryContract>('glossary')

/** The caller's glossary, or that of a video; null for all videos. */
export function useGlossary(projectId: string | null) {
  return useQuery(glossary.list.queryOptions({ input: { projectId }, staleTime: 0 }))
}

/** Adds or changes an entry. */
export function usePutEntry() {
  return useMutation(glossary.put.mutationOptions(useChanged()))
}

/** Removes an entry. */
export function useRemoveEntry() {
  return useMutation(glossary.remove.mutationOptions(useChanged()))
}

/** Adds the entries of a file. */
export function useImportGlossary() {
  return useMutation(glossary.import.mutationOptions(useChanged()))
}

/** Corrections to offer. @param version grows when corrections may have been saved; none are read while it is 0 */
export function useOffers(projectId: string, version: number) {
  const offers = useQuery(glossary.offers.queryOptions({ input: { projectId }, enabled: version > 0, staleTime: 0 }))
  const { refetch } = offers
  useEffect(() => {
    // The first version enables the query, which then reads.
    if (version > 1) void refetch()
  }, [version, refetch])
  return offers
}

/** Refuses an offer. */
export function useDeclineOffer() {
  return useMutation(glossary.declineOffer.mutationOptions(useChanged()))
}

function useChanged() {
  const queryClient = useQueryClient()
  return {
    onSettled: () =>
      Promise.all([
        refetchAnswers(queryClient, glossary.list.key()),
        refetchAnswers(queryClient, glossary.offers.key()),
      ]),
  }
}
