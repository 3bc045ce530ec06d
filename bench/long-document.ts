/**
 * The server's cost of captions for a long video against a short one in the same run: one saved edit, and opening.
 *
 *     node bench/long-document.ts             20,000 words against 200
 *     node bench/long-document.ts 20000 200 20    and the number of rounds of 100 edits each
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rewriteDueSnapshots } from '#features/captions/server/index.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { migrate } from '#platform/server/migrations.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { runChild } from '../tests/drills/children.ts'
import { browser } from '../tests/support/browser.ts'
import { reservePort } from '../tests/support/reserve-port.ts'
import { insertLongProject } from './long-document/project.ts'
import { openBenchEditor, summarise } from './long-document/server.ts'

const [LONG = 20_000, SHORT = 200, ROUNDS = 10] = process.argv.slice(2).map(Number)
/** Upper limit for the ratio of an edit of the long captions to one of the short ones. */
const LIMIT = 2
/** A checkpoint during a round would write whole pages again. */
const SETTINGS = { checkpoint_timeout: '1h', max_wal_size: '8GB' }

const dataDir = await mkdtemp(join(tmpdir(), 'bench-long-'))
const postgres = await startPostgres({ dataDir, say: () => {}, settings: SETTINGS })
const db = openDatabase(postgres.url)
const url = `http://127.0.0.1:${await reservePort()}`
let failed = false
try {
  await migrate(db)
  const web = runChild('captions-process.ts', [], {
    env: environmentWith({ DATA_DIR: dataDir, PORT: new URL(url).port, DATABASE_URL: postgres.url }),
  })
  await web.line('listening')
  await measureServer(web.pid)
  await web.stop()
} finally {
  await closeDatabase(db)
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = failed ? 1 : 0

async function measureServer(pid: number): Promise<void> {
  const { cookie, userId } = await signUp()
  const threadPool = openThreadPool()
  const maintain = () => rewriteDueSnapshots({ db, threadPool, now: () => new Date() })
  const server = { url, pid, cookie, db, maintain }
  const [long, short] = [
    openBenchEditor(server, await insertLongProject(db, userId, LONG)),
    openBenchEditor(server, await insertLongProject(db, userId, SHORT)),
  ]
  // Warm-up: every database page is written whole once, and code is compiled.
  for (const editor of [long, short]) await editor.round()
  const edits: Record<'long' | 'short', Awaited<ReturnType<typeof long.round>>[]> = { long: [], short: [] }
  const openings: Record<'long' | 'short', Awaited<ReturnType<typeof long.open>>[]> = { long: [], short: [] }
  for (let round = 0; round < ROUNDS; round++) {
    edits.long.push(await long.round())
    edits.short.push(await short.round())
    openings.long.push(await long.open())
    openings.short.push(await short.open())
  }
  await threadPool.close()
  const edit = { long: summarise(edits.long), short: summarise(edits.short) }
  console.log(`one saved edit, ${LONG} words against ${SHORT}`)
  compare('processor time of the web process, ms', edit.long.cpuMs, edit.short.cpuMs, LIMIT)
  compare('  of its event loop, ms', edit.long.loopMs, edit.short.loopMs, LIMIT)
  compare('bytes written to the database', edit.long.walBytes, edit.short.walBytes, LIMIT)
  const opening = { long: summarise(openings.long), short: summarise(openings.short) }
  console.log('opening the captions')
  compare('processor time of the web process, ms', opening.long.cpuMs, opening.short.cpuMs)
  compare('  of its event loop, ms', opening.long.loopMs, opening.short.loopMs)
  compare('bytes of the answer, gzip', opening.long.bytes, opening.short.bytes)
  compare('first bytes after, ms', opening.long.firstMs, opening.short.firstMs)
  compare('last bytes after, ms', opening.long.lastMs, opening.short.lastMs)
}

function compare(what: string, long: number, short: number, limit = Number.POSITIVE_INFINITY): void {
  const ratio = long / short
  const figure = (value: number) => value.toFixed(value < 1_000 ? 1 : 0).padStart(9)
  failed ||= ratio > limit
  const verdict = ratio > limit ? `  <- over ${limit}` : ''
  console.log(`  ${what.padEnd(40)}${figure(long)} against${figure(short)}: ${ratio.toFixed(2)} times${verdict}`)
}

async function signUp(): Promise<{ cookie: string; userId: string }> {
  const person = browser(url)
  await person.signUp({ email: 'ada@example.org', name: 'Ada' })
  const { rows } = await db.$client.query<{ id: string }>('select id from users')
  return { cookie: [...person.cookies].map((pair) => pair.join('=')).join('; '), userId: rows[0]?.id ?? '' }
}
