import { authed, implementContract } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/db.ts'
import { creditsContract } from '../model/index.ts'
import type { Ledger } from './ledger.ts'

/** Implements `creditsContract`. */
export function creditsProcedures(deps: { db: Db; ledger: Pick<Ledger, 'balance'> }) {
  const rpc = implementContract(creditsContract).use(authed)
  return {
    balance: rpc.balance.handler(({ context }) => deps.ledger.balance(deps.db, context.caller.userId)),
  }
}
