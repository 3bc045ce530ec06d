import { once } from 'node:events'
import { setInterval as every } from 'node:timers/promises'
import { readEnv } from '#platform/server/env.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { openLog } from '#platform/server/log.ts'
import { compose, type Product } from './compose.ts'
import { workerShape } from './platform.ts'

/** The worker process: runs the jobs of all features until it is told to stop. */
const UPKEEP_EVERY_MS = 60_000

const env = readEnv()
const log = openLog({ part: 'worker', level: env.LOG_LEVEL })
if (env.DATABASE_URL === undefined) throw new Error('DATABASE_URL is missing; bin/start starts a database and sets it.')

const stopping = new AbortController()
const asked = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(() => stopping.abort())
const product = await compose({ env, databaseUrl: env.DATABASE_URL, log })
// Better no worker than one that refuses, and thereby erases, what people uploaded: it waits in line until this is put right.
const decoding = await product.media.capability()
if (!decoding.ready) throw new Error(decoding.problem)
const worker = await startWorker({
  db: product.db,
  url: env.DATABASE_URL,
  jobs: product.work,
  concurrency: workerShape(env).concurrency,
  log,
})
const upkeep = keepUp(product)

await asked
log.info('stopping')
await worker.stop()
await upkeep
await product.close()

/** Small recurring duties that need no queue: each is safe to do in several workers at once. */
async function keepUp({ upkeep: doUpkeep }: Product): Promise<void> {
  try {
    for await (const _ of every(UPKEEP_EVERY_MS, undefined, { signal: stopping.signal })) {
      await doUpkeep().catch((error: unknown) => log.error({ err: error }, 'upkeep failed; trying again in a minute'))
    }
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  }
}
