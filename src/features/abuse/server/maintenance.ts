import type { Tx } from '#platform/server/db.ts'
import { eraseReporters } from './report-rows.ts'

/** How long the addresses of reporters are kept after the last change of a decided case, in milliseconds. */
const REPORTER_RETENTION_MS = 90 * 86_400_000
/** The most reports at once. */
const BATCH = 500

/** Erases the addresses of reporters who got their answer long ago. */
export async function runAbuseMaintenance(tx: Tx, now: Date): Promise<void> {
  await eraseReporters(tx, new Date(now.getTime() - REPORTER_RETENTION_MS), BATCH)
}
