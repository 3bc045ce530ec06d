import type { Db } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { searchContract } from '../../model/search/search-contract.ts'
import { indexStaleCaptions } from './index-captions.ts'
import { searchableOwners, searchCaptions } from './search-captions.ts'
import { type ConsumeRateLimit, enforceRateLimit } from '#platform/server/rate-limit.ts'

/** Searches of one account: several a second while typing. */
const SEARCHES = { window: 60, max: 120 }

/** Dependencies of the search. */
export type SearchDeps = {
  readonly db: Db
  readonly threadPool: Pick<ThreadPool, 'run'>
  readonly consumeRateLimit: ConsumeRateLimit
}

/** Implements `searchContract`. */
export function searchProcedures(deps: SearchDeps) {
  const rpc = implementContract(searchContract).use(authed)
  return {
    search: rpc.search.handler(async ({ input: { query }, context }) => {
      const { userId } = context.caller
      await enforceRateLimit(deps.consumeRateLimit, {
        key: `caption-search|${userId}`,
        limit: SEARCHES,
        message: 'Too many searches. Wait a minute, then try again.',
      })
      const owners = await searchableOwners(deps.db, userId)
      await indexStaleCaptions(deps, [...owners.keys()], userId)
      return searchCaptions(deps.db, owners, query)
    }),
  }
}
