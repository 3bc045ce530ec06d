import { authed, implementContract } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/db.ts'
import { creditsContract } from '../model/index.ts'
import { movementView } from './history.ts'
import type { Ledger } from './ledger.ts'

/** Implements `creditsContract`. */
export function creditsProcedures(deps: { db: Db; ledger: Pick<Ledger, 'overview' | 'history'> }) {
  const rpc = implementContract(creditsContract).use(authed)
  return {
    balance: rpc.balance.handler(({ context }) => deps.ledger.overview(deps.db, context.caller.userId)),

    history: rpc.history.handler(async ({ context, input: { limit, before } }) => {
      // Load one more than requested, to detect another page.
      const found = await deps.ledger.history(deps.db, context.caller.userId, { limit: limit + 1, before })
      const page = found.slice(0, limit)
      return { movements: page.map(movementView), next: found.length > limit ? (page.at(-1)?.seq ?? null) : null }
    }),
  }
}
