/**
 * Runs another PostgreSQL until SIGTERM, and prints its address.
 *
 *     node tests/support/other-postgres.ts FOLDER
 */
import { once } from 'node:events'
import { startPostgres } from '#platform/server/database/postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
const stopped = once(process, 'SIGTERM')
// Signals alone do not keep a process alive.
const awake = setInterval(() => undefined, 60_000)
const { url, stop } = await startPostgres({ dataDir, say: () => {} })
process.stdout.write(`${url}\n`)
await stopped
clearInterval(awake)
await stop()
