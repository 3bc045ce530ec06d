import { type Db, transaction, type Tx } from '#platform/server/db.ts'

/** Runs work in a transaction. */
export type RunInTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Runs work in the caller's transaction when there is one, so that what the caller writes commits with it. */
export function inTransaction(db: Db, tx?: Tx): RunInTransaction {
  return (work) => (tx === undefined ? transaction(db, work) : work(tx))
}
