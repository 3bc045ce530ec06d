/**
 * Everything for development, until Ctrl-C: database, web server and worker that restart when their code changes, pages
 * with hot replacement, and demo data in a separate folder. `./bin/dev` installs the dependencies first.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { join, relative, resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { environmentWith, readEnv } from '#platform/server/env.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { startChild } from '#platform/server/process.ts'
import { ready } from '../tests/drills/product-parts.ts'
import { demoPages } from './demo/demo-pages.ts'
import { DEMO_PASSWORD } from './demo/demo-site.ts'
import type { DemoLink } from './demo/demo-videos.ts'
import { DEMO_OPERATOR, makeDemo } from './demo/make-demo.ts'

const PAGES_PORT = 4871
const PAGES_URL = `http://127.0.0.1:${PAGES_PORT}`
/** Time for running jobs to be requeued. */
const GRACE_MS = 30_000
/** Several files are often saved at once, ms. */
const REST_MS = 200
const ROOT = resolve(import.meta.dirname, '..')
const SERVER_CODE = ['src', 'migrations']
/** Folders the product itself writes. */
const GENERATED_FOLDERS = ['build', 'data', 'data-dev', '.cache', 'test-results'].map(
  (folder) => `${ROOT}/${folder}/**`,
)

const DATA_DIR = resolve(process.env['DATA_DIR'] ?? 'data-dev')
const env = readEnv(environmentWith({ DATA_DIR }))
const url = `http://127.0.0.1:${env.PORT}`
if (process.argv.includes('--fresh')) await rm(DATA_DIR, { recursive: true, force: true })

let product = startProduct()
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
let pages: ViteDevServer | undefined
try {
  await Promise.race([run(), asked])
  await asked
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await pages?.close()
  await product.stop()
  // Keep-alive connections of browsers would keep the process running.
  process.exit()
}

/** The database, the web server and the worker, as `bin/start` runs them. */
function startProduct() {
  const stopping = new AbortController()
  const { done } = startChild({
    module: join(import.meta.dirname, '../src/app/start.ts'),
    args: [],
    env: environmentWith({
      DATA_DIR,
      PUBLIC_URL: PAGES_URL,
      OPERATORS: DEMO_OPERATOR,
      DEV_OUTBOX: 'true',
      SIGN_UPS_PER_ADDRESS: '1000',
      // Each fresh folder would fetch one.
      SPEECH_MODEL: process.env['SPEECH_MODEL'] ?? 'none',
    }),
    signal: stopping.signal,
    graceMs: GRACE_MS,
    onStdoutLine: (line) => console.log(line),
    onStderrLine: (line) => console.error(line),
  })
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Restarts the product when its code changes; Vite replaces the pages. */
function restartOnChange({ watcher }: ViteDevServer): void {
  let restarted = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const restart = async () => {
    console.log('The code has changed: restarting the product.')
    await product.stop()
    product = startProduct()
  }
  watcher.on('all', (_event, path) => {
    if (!isServerCode(relative(ROOT, path))) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarted = restarted.then(restart)
    }, REST_MS)
  })
}

function isServerCode(path: string): boolean {
  return (
    SERVER_CODE.some((folder) => path.startsWith(`${folder}/`)) &&
    /(?<!\.test)\.(ts|sql|json)$/.test(path) &&
    !/\/web\//.test(path)
  )
}

async function run(): Promise<void> {
  await ready(url)
  const links: DemoLink[] = []
  process.env['SERVER_URL'] = url
  pages = await servePages(links)
  restartOnChange(pages)
  console.log('Making the demo data; the first time takes a minute or two …')
  links.push(...(await withDatabase((db) => makeDemo({ url: PAGES_URL, db }))))
  console.log(`
Pages from their sources  ${PAGES_URL}
Every state, one click    ${PAGES_URL}/__demo
Mails                     ${PAGES_URL}/dev/outbox
Everybody’s password      ${DEMO_PASSWORD}
`)
}

/** Serves the pages from their sources on our own server: Vite's would end this process before the product stops. */
async function servePages(links: readonly DemoLink[]): Promise<ViteDevServer> {
  const http = createHttpServer()
  const vite = await createServer({
    plugins: [demoPages(links)],
    server: { middlewareMode: { server: http }, watch: { ignored: GENERATED_FOLDERS } },
  })
  http.on('request', vite.middlewares).listen(PAGES_PORT, '127.0.0.1')
  await once(http, 'listening')
  return vite
}

/** Joins the database server that the product started. */
async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const server = await startPostgres({ dataDir: DATA_DIR, say: () => {} })
  const db = openDatabase(server.url)
  try {
    return await work(db)
  } finally {
    await closeDatabase(db)
  }
}
