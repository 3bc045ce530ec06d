import { once } from 'node:events'
import { compose } from '#app/compose.ts'
import { listen } from '#app/server/listen.ts'
import { webApp } from '#app/server/web-app.ts'
import { readEnv } from '#platform/server/env.ts'
import { silentLog } from '#platform/server/log.ts'

/** The web process without its pages, to be killed: settings as `bin/start` passes them. */
const env = readEnv()
if (env.DATABASE_URL === undefined) throw new Error('DATABASE_URL is missing')
const product = await compose({ env, databaseUrl: env.DATABASE_URL, log: silentLog() })
const server = await listen({
  app: webApp(product, { publicUrl: env.PUBLIC_URL }),
  host: '127.0.0.1',
  port: env.PORT,
})
process.stdout.write(`listening on ${server.url}\n`)

await once(process, 'SIGTERM')
const stopped = server.stop()
await product.endStreams()
await stopped
await product.close()
