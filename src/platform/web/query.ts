import { type dataTagSymbol, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Answers } from '../shared/page.ts'
import { answerKey } from './api.ts'
import { asAppError } from './app-error.ts'

/** The cache of server answers, with those that the page was sent with: one per browser page, one per render on the server. */
export function cacheOf(answers: Answers = {}): QueryClient {
  const client = createQueryClient()
  for (const [procedure, answer] of Object.entries(answers)) client.setQueryData(answerKey(procedure), answer)
  return client
}

/**
 * Fetches these answers again after a change. Cancels requests in flight first: they may have been sent before the
 * change.
 */
export async function refetchAnswers(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

/**
 * Stores the answer to a change in the cache. A request in flight may have been sent before the change and would
 * overwrite it, so it is cancelled and repeated.
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

/** The cache with our defaults: network failures are retried twice, refusals never. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && asAppError(error).code === 'unavailable',
        // Our own heartbeat decides; `navigator.onLine` is wrong too often.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
