import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { closeDatabase, connectOnce, openDatabase } from '#platform/server/db.ts'
import { openJobQueue } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/migrations.ts'
import { isRunning, livePostmaster } from '#platform/server/database/postgres-pid.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases, the migrated database they copy, and a folder for sites to copy. */
    postgres: { adminUrl: string; template: string; drillSites: string }
  }
}

const PREFIX = 'wordpop-tests-'
/**
 * Durability is off: no test survives a power cut, and the suite runs several times faster. Autovacuum is off too,
 * since every file adds a database to scan.
 */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
}

/** Starts one PostgreSQL for the whole run: TEST_DATABASE_URL, or an embedded server that is removed afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const given = process.env['TEST_DATABASE_URL']
  const { adminUrl, stop } = given === undefined ? await startEmbedded() : { adminUrl: given, stop: async () => {} }
  const template = `wordpop_template_${process.pid}`
  await makeTemplate(adminUrl, template)
  const drillSites = await openFolder()
  project.provide('postgres', { adminUrl, template, drillSites })
  return async () => {
    await rm(drillSites, { recursive: true, force: true })
    if (given !== undefined) await dropDatabases(adminUrl, template)
    await stop()
  }
}

async function startEmbedded(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const dataDir = await openFolder()
  const server = await startPostgres({ dataDir, say: () => {}, settings: FAST })
  return {
    adminUrl: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A folder that the account of the database may enter. */
async function openFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  await chmod(path, 0o711)
  return path
}

async function makeTemplate(adminUrl: string, template: string): Promise<void> {
  await statement(adminUrl, `drop database if exists ${template}`)
  await statement(adminUrl, `create database ${template}`)
  const url = urlWith(adminUrl, template)
  const db = openDatabase(url)
  await migrate(db)
  await closeDatabase(db)
  // Installs the queue's own tables.
  const queue = await openJobQueue({ url, log: silentLog() })
  await queue.close()
}

async function dropDatabases(adminUrl: string, template: string): Promise<void> {
  const admin = await connectOnce(adminUrl)
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  )
  for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
  await admin.end()
}

/** Stops servers left behind by killed test runs. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0])
    if (await isRunning(owner)) continue
    const dataDir = join(tmpdir(), name)
    // The folder of drill sites may hold an unfinished one, whose server runs.
    for (const site of [dataDir, ...(await foldersIn(dataDir))]) {
      const pid = await livePostmaster(join(site, 'postgres'))
      if (pid !== undefined) process.kill(pid, 'SIGQUIT')
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function foldersIn(path: string): Promise<string[]> {
  // Another test run may have removed it meanwhile.
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
}

async function statement(url: string, sql: string): Promise<void> {
  const connection = await connectOnce(url)
  await connection.query(sql)
  await connection.end()
}

function urlWith(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
