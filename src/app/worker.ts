import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setInterval as every } from 'node:timers/promises'
import { HEARTBEAT_INTERVAL_MS } from '#features/operations/server/index.ts'
import { readEnv } from '#platform/server/env.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { openLog } from '#platform/server/log.ts'
import { cannotStart } from './process/start-failure.ts'
import { compose } from './compose.ts'
import { healthRoutes } from './server/health-routes.ts'
import { listen } from './server/listen.ts'
import { workerShape } from './services/open-platform.ts'

/** The worker process: runs the jobs of all features until it is stopped. With `--listen` it responds to health checks. */
const MAINTENANCE_INTERVAL_MS = 60_000
/**
 * Lower priority than the web process and the database; the programs of jobs inherit it. Where Linux shares processors
 * among sessions first, a program has as much as the web process, unless it runs in the background.
 */
const NICENESS = 10

setPriority(NICENESS)
const env = readEnv()
const log = openLog({ part: 'worker', level: env.LOG_LEVEL })
if (env.DATABASE_URL === undefined) throw new Error('DATABASE_URL is missing; bin/start starts a database and sets it.')

const stopping = new AbortController()
const stopRequested = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(() => stopping.abort())
const product = await compose({ env, databaseUrl: env.DATABASE_URL, log }).catch(cannotStart(log))
// A worker without its decoder would refuse, and so erase, uploads: they wait in the queue until it is fixed.
const decoding = await product.media.capability()
if (!decoding.ready) cannotStart(log)(new Error('The worker cannot start until this is fixed.'))
// Before maintenance: nothing is deleted before the dates that its owner sees.
await product.recordRetention().catch(cannotStart(log))
const worker = await startWorker({
  db: product.db,
  url: env.DATABASE_URL,
  jobs: product.work,
  concurrency: workerShape(env).concurrency,
  log,
})
// Jobs go on meanwhile: this waits for the answer of a distant server.
const request = product
  .requestSpeechModel()
  .catch((error: unknown) => log.error({ err: error }, 'could not request a speech model; the next start tries again'))
// Beside a web server, its status page shows the worker; alone, the worker responds itself.
const health = process.argv.includes('--listen')
  ? await listen({ app: healthRoutes(product), host: env.HOST, port: env.PORT })
  : undefined
const tasks = Promise.all([
  repeatMaintenance('maintenance', MAINTENANCE_INTERVAL_MS, product.maintenance),
  repeatMaintenance('heartbeat', HEARTBEAT_INTERVAL_MS, product.beat.now),
])

await stopRequested
log.info('stopping')
await worker.stop()
await health?.stop()
await tasks
await request
await product.beat.end()
await product.close()

/** Runs a small task without the queue, now and periodically; safe in several workers at once. */
async function repeatMaintenance(name: string, everyMs: number, work: () => Promise<void>): Promise<void> {
  const runOnce = () =>
    work().catch((error: unknown) => log.error({ err: error }, `${name} failed; trying again later`))
  await runOnce()
  try {
    for await (const _ of every(everyMs, undefined, { signal: stopping.signal })) await runOnce()
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  }
}
