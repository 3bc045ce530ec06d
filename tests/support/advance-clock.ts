/**
 * Ages the affiliate programme of a running product by a number of days.
 *
 *     node tests/support/advance-clock.ts DATA_DIR DAYS
 */
import { closeDatabase, openDatabase, transaction } from '#platform/server/db.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'

const [dataDir = '', days = ''] = process.argv.slice(2)

// Joins the database server that the product started.
const { url } = await startPostgres({ dataDir, say: () => {} })
const db = openDatabase(url)
try {
  await transaction(db, async (tx) => {
    const passed = [Number(days)]
    await tx.$client.query(
      `update commissions set approves_at = approves_at - make_interval(days => $1) where state = 'pending'`,
      passed,
    )
    await tx.$client.query('update payout_settings set frozen_until = frozen_until - make_interval(days => $1)', passed)
  })
} finally {
  await closeDatabase(db)
}
