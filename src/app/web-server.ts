import { once } from 'node:events'
import { resolve } from 'node:path'
import { readEnv } from '#platform/server/env.ts'
import { openLog } from '#platform/server/log.ts'
import { builtPages } from './server/built-pages.ts'
import { cannotStart } from './process/start-failure.ts'
import { compose } from './compose.ts'
import { listen } from './server/listen.ts'
import { webApp } from './server/web-app.ts'

const HOUR_MS = 3_600_000

/** The web process: serves the pages and the API until it is stopped. */
const env = readEnv()
const log = openLog({ part: 'web', level: env.LOG_LEVEL })
if (env.DATABASE_URL === undefined) throw new Error('DATABASE_URL is missing; bin/start starts a database and sets it.')

const stopping = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
const product = await compose({ env, databaseUrl: env.DATABASE_URL, log }).catch(cannotStart(log))
// Before pages show them: a worker of an earlier release, or with other settings, deletes nothing earlier.
await product.recordRetention().catch(cannotStart(log))
await product.loadSignIn().catch(cannotStart(log))
const built = await builtPages(resolve(import.meta.dirname, '../../build'))
const server = await listen({
  app: webApp(product, { publicUrl: env.PUBLIC_URL, built, maintenance: env.MAINTENANCE }),
  host: env.HOST,
  port: env.PORT,
})
log.info({ url: server.url }, 'listening')
const painterLoaded = product
  .prepareStills()
  .catch((error: unknown) => log.warn({ err: error }, 'the painter of stills is not loaded yet'))
const stopMaintenance = repeatMaintenance()
const endStatus = product.startStatus(server.url)

await stopping
log.info('stopping')
const statusEnded = endStatus()
const stopped = server.stop()
// The server can close only after its streams end.
await product.endStreams()
await stopped
await statusEnded
await stopMaintenance()
await painterLoaded
await product.close()

/** Cleans up after crashes and closed lids, now and every hour. @returns stops it, after the current run */
function repeatMaintenance(): () => Promise<void> {
  const tidy = () =>
    product
      .webMaintenance()
      .catch((error: unknown) => log.error({ err: error }, 'tidying up failed; trying again in an hour'))
  let tidied = tidy()
  const timer = setInterval(() => {
    tidied = tidied.then(tidy)
  }, HOUR_MS)
  return () => {
    clearInterval(timer)
    return tidied
  }
}
