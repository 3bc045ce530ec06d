import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { compose, type Composition } from '#app/compose.ts'
import { listen } from '#app/server/listen.ts'
import { webApp } from '#app/server/web-app.ts'
import { readEnv } from '#platform/server/env.ts'
import { silentLog } from '#platform/server/log.ts'
import { browser } from './browser.ts'
import { testDatabase } from './database.ts'

/** More attempts than any test makes. */
const GENEROUS = { window: 60, max: 10_000 }

/**
 * The whole web process without pages, on its own port, database and data directory. Call it once per file, at the top
 * level.
 */
export async function testProduct(
  o: { settings?: Record<string, string>; rateLimits?: Composition['rateLimits'] } = {},
) {
  const { db, url } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'))
  const env = readEnv({ DATA_DIR: dataDir, ...o.settings })
  const rateLimits = o.rateLimits ?? { logIn: GENEROUS, signUp: GENEROUS, other: GENEROUS }
  const product = await compose({ env, databaseUrl: url, log: silentLog(), rateLimits })
  const server = await listen({ app: webApp(product, { publicUrl: env.PUBLIC_URL }), host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    const stopped = server.stop()
    await product.endStreams()
    await stopped
    await product.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    db,
    databaseUrl: url,
    product,
    url: server.url,
    browser: (from?: string) => browser(server.url, from, env.PUBLIC_URL),
    /** A new user, logged in. */
    async signedUp(o: { name?: string } = {}) {
      const dana = browser(server.url)
      const email = `${randomUUID()}@example.com`
      await dana.signUp({ email, ...o })
      const { rows } = await db.$client.query<{ id: string }>('select id from users where email = $1', [email])
      return { dana, email, id: rows[0]?.id ?? '' }
    },
  }
}
