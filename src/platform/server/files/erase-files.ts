import { z } from 'zod'
import { type Db, type Tx, transaction } from '../db.ts'
import type { FileStore } from '../files.ts'
import { execute, queryRow } from '../rows.ts'

/** Advisory lock id: shared by each erasure, exclusive during a backup. PostgreSQL releases it with the connection. */
const LOCK = 4_870_066
/** Advisory lock id of the one backup that may run at a time. */
const BACKUP_LOCK = 4_870_067

const Free = z.object({ free: z.boolean() })

/** A backup copies files; a job that erases some is retried after it. */
class BackupRunning extends Error {
  override readonly name = 'BackupRunning'
  readonly code = 'BACKUP_RUNNING'
}

/**
 * Erases files that committed rows have named, after their rows are deleted. While a backup copies files none is erased:
 * the rows of the backup may name it.
 * @throws Error that counts as an outage, so that a job is retried until the backup has ended
 */
export async function eraseFiles(
  { db, files }: { readonly db: Db; readonly files: Pick<FileStore, 'remove'> },
  prefixOrKey: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { free } = await queryRow(tx, Free, 'select pg_try_advisory_xact_lock_shared($1) as free', [LOCK])
    if (!free) throw new BackupRunning('a backup is running')
    await files.remove(prefixOrKey)
  })
}

/**
 * Runs `work` while no file is erased, on any machine. It waits for running erasures, and the lock ends with this
 * process. A snapshot that begins inside `work` names only files that stay.
 * @param work receives a transaction to check, from time to time, that the lock is still held
 * @throws Error when another backup runs, or when the connection that holds the lock broke
 */
export async function withoutErasures<T>(db: Db, work: (held: Tx) => Promise<T>): Promise<T> {
  return transaction(
    db,
    async (tx) => {
      // The connection is idle while files are copied; some servers end such transactions.
      await execute(tx, 'set local idle_in_transaction_session_timeout = 0')
      const { free } = await queryRow(tx, Free, 'select pg_try_advisory_xact_lock($1) as free', [BACKUP_LOCK])
      if (!free) throw new Error('Another backup of this site is running.')
      await execute(tx, 'select pg_advisory_xact_lock($1)', [LOCK])
      return work(tx)
    },
    { once: true },
  )
}
