import { type dataTagSymbol, QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Answers } from '../shared/page.ts'
import { answerKey } from './api.ts'
import { asAppError } from './app-error.ts'

/**
 * Gives every page the cache of server answers. One per browser page; one per drawing on the server.
 * @param answers what the page came with
 */
export function ApiProvider({ answers = NONE, children }: { answers?: Answers; children: ReactNode }) {
  const [client] = useState(() => {
    const empty = createQueryClient()
    for (const [procedure, answer] of Object.entries(answers)) empty.setQueryData(answerKey(procedure), answer)
    return empty
  })
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

const NONE: Answers = {}

/**
 * Asks again, after a change, wherever these answers are shown. One that is still on its way was asked for before the
 * change: without this a first answer would be waited for, and stay.
 */
export async function refetchAnswers(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

/**
 * Shows what a change answered. A question that is on its way meanwhile may have been asked before the change, and its
 * answer would take the change off the page: it is asked anew.
 */
export async function storeAnswer<Answer>(
  client: QueryClient,
  queryKey: KeyOf<Answer>,
  answer: Answer | ((before: Answer | undefined) => Answer | undefined),
): Promise<void> {
  const isAsked = client.isFetching({ queryKey, exact: true }) > 0
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<Answer>(queryKey, answer)
  if (isAsked) void client.invalidateQueries({ queryKey, exact: true })
}

type KeyOf<Answer> = QueryKey & { readonly [dataTagSymbol]: Answer }

/** The cache with our defaults: a refusal is an answer and is not asked again; a lost network is, twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && asAppError(error).code === 'unavailable',
        // The connection is judged by our own heartbeat; `navigator.onLine` is wrong too often.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
