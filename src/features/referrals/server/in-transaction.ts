import { type Db, transaction, type Tx } from '#platform/server/db.ts'

/** Runs work in a transaction. */
export type RunInTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Runs work in the caller's transaction, or in a new one if there is none. */
export function inTransaction(db: Db, tx?: Tx): RunInTransaction {
  return (work) => (tx === undefined ? transaction(db, work) : work(tx))
}
