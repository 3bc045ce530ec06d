import type { Db } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { searchContract } from '../../model/search/search-contract.ts'
import { indexStaleCaptions } from './index-captions.ts'
import { searchableOwners, searchCaptions } from './search-captions.ts'

/** Searches of one account: several a second while typing. */
const SEARCHES = { window: 60, max: 120 }

/** Dependencies of the search. */
export type SearchDeps = {
  readonly db: Db
  readonly threadPool: Pick<ThreadPool, 'run'>
  /** Counts a use of `key`. */
  consumeRateLimit(
    key: string,
    rule: { readonly window: number; readonly max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
}

/** Implements `searchContract`. */
export function searchProcedures(deps: SearchDeps) {
  const rpc = implementContract(searchContract).use(authed)
  return {
    search: rpc.search.handler(async ({ input: { query }, context }) => {
      const { userId } = context.caller
      const { allowed, retryAfter } = await deps.consumeRateLimit(`caption-search|${userId}`, SEARCHES)
      if (!allowed)
        throw new AppError('too_many_requests', 'Too many searches. Wait a minute, then try again.', {
          retryAfterSeconds: retryAfter ?? SEARCHES.window,
        })
      const owners = await searchableOwners(deps.db, userId)
      await indexStaleCaptions(deps, [...owners.keys()], userId)
      return searchCaptions(deps.db, owners, query)
    }),
  }
}
