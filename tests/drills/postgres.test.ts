import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdtemp, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { closeDatabase, connectOnce, openDatabase } from '#platform/server/db.ts'
import { livePostmaster } from '#platform/server/database/postgres-pid.ts'
import { freePort } from '#platform/server/ports.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { reservePort } from '../support/reserve-port.ts'
import { runChild, until } from './children.ts'

const StartedServer = z.object({ url: z.string(), started: z.boolean(), directory: z.string() })
const NOBODY = { uid: 65_534, gid: 65_534 }
const asRoot = process.getuid?.() === 0

test('processes that start at once share one server: one starts it, the others join', async () => {
  const dataDir = await folder()
  const told = await Promise.all([1, 2, 3, 4].map(() => launched(dataDir)))

  expect(told.filter(({ started }) => started)).toHaveLength(1)
  expect(new Set(told.map(({ url }) => url)).size).toBe(1)
})

test('loses nothing acknowledged when the server is killed repeatedly with -9', async () => {
  const dataDir = await folder()
  // The port of a dead server is free: only a reserved one is sure to be available again.
  const access = { password: randomUUID(), port: await reservePort() }
  await writeFile(join(dataDir, 'postgres.json'), JSON.stringify(access))
  const server = await startPostgres({ dataDir, say: () => {} })
  await run(server.url, 'create table acknowledged (n integer primary key)')
  let acknowledged = 0

  for (const round of [1, 2, 3]) {
    const db = openDatabase(server.url)
    const target = acknowledged + 150
    await expect(async () => {
      for (;;) {
        await db.$client.query('insert into acknowledged values ($1)', [acknowledged + 1])
        acknowledged += 1
        if (acknowledged === target) await killServer(dataDir)
      }
    }, `round ${round}`).rejects.toThrow()
    await closeDatabase(db)

    const again = await startPostgres({ dataDir, say: () => {} })
    expect(again).toMatchObject({ started: true, url: server.url })
    // The statement in flight at its death may be stored too: it was never refused.
    const kept = await run(again.url, 'select count(*)::int as n, max(n) as newest from acknowledged')
    expect([acknowledged, acknowledged + 1]).toContain(kept[0]?.['n'])
    expect(kept[0]?.['newest']).toBe(kept[0]?.['n'])
    acknowledged = Number(kept[0]?.['n'])
  }
})

test.each([30, 400, 900, 1_500])('killed %i ms into its first start, the next one succeeds', async (ms) => {
  const dataDir = await folder()
  const child = runChild('postgres-process.ts', [dataDir])
  const timer = setTimeout(() => killIfThere(child.pid), ms)
  await child.done
  clearTimeout(timer)

  const server = await startPostgres({ dataDir, say: () => {} })
  expect(await run(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a start killed just after creating its data leaves the password for the next one', async () => {
  const dataDir = await folder()
  const changes = watch(dataDir)
  const child = runChild('postgres-process.ts', [dataDir])
  for await (const { filename } of changes) if (filename === 'postgres') break
  killIfThere(child.pid)
  await child.done

  const server = await startPostgres({ dataDir, say: () => {} })
  expect(await run(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('waits for a database that a killed start is still creating', async () => {
  const dataDir = await created()
  const { url } = await startPostgres({ dataDir, say: () => {} })
  const admin = url.replace(/wordpop$/u, 'postgres')
  const [holder, killed] = await Promise.all([connectOnce(admin), connectOnce(admin)])
  await holder.query('drop database wordpop')
  await holder.query('begin')
  await holder.query('lock table pg_database in share mode')
  /** The newest of `n` server processes that wait for the lock. */
  const waiting = (n: number) =>
    until(`${n} of them wait`, async () => {
      const sql = 'select pid from pg_locks where not granted order by waitstart'
      const { rows } = await holder.query<{ pid: number }>(sql)
      return rows.length === n ? rows.at(-1)?.pid : undefined
    })
  const first = killed.query('create database wordpop')
  await waiting(1)
  const start = startPostgres({ dataDir, say: () => {} })
  const second = await waiting(2)
  process.kill(second, 'SIGSTOP')
  await holder.query('commit')
  await first
  process.kill(second, 'SIGCONT')

  expect(await run((await start).url, 'select 1 as one')).toEqual([{ one: 1 }])
  await Promise.all([killed.end(), holder.end()])
})

test('a failed start leaves the running server reachable', async () => {
  const dataDir = await created()
  const server = await startPostgres({ dataDir, say: () => {} })
  const accessFile = join(dataDir, 'postgres.json')
  const access = z.looseObject({ port: z.number() }).parse(JSON.parse(await readFile(accessFile, 'utf8')))
  await writeFile(accessFile, JSON.stringify({ ...access, port: await freePort() }))

  expect(await startPostgres({ dataDir, say: () => {} })).toMatchObject({ started: false, url: server.url })
})

test('leaves data without its password file alone, and names the missing file', async () => {
  const dataDir = await created()
  const server = await startPostgres({ dataDir, say: () => {} })
  await server.stop()
  await rm(join(dataDir, 'postgres.json'))

  await expect(startPostgres({ dataDir, say: () => {} })).rejects.toThrow('postgres.json is missing')
  expect(await livePostmaster(server.directory)).toBeUndefined()
})

test.each(['postgres', 'wordpop'])('stops its server when %s is damaged, and says how to restore', async (database) => {
  const dataDir = await created()
  const server = await startPostgres({ dataDir, say: () => {} })
  const [row] = await run(server.url, `select oid from pg_database where datname = '${database}'`)
  await server.stop()
  await writeFile(join(server.directory, 'base', String(row?.['oid']), 'pg_filenode.map'), Buffer.alloc(524))

  await expect(startPostgres({ dataDir, say: () => {} })).rejects.toThrow(
    /^The database in .+\/postgres cannot be used: .+ Restore DATA_DIR from a backup /u,
  )
  expect(await livePostmaster(server.directory)).toBeUndefined()
})

test('a failed start leaves a server running that it did not start', async () => {
  const dataDir = await created()
  const server = await startPostgres({ dataDir, say: () => {} })
  const admin = await connectOnce(server.url.replace(/wordpop$/u, 'postgres'))
  await admin.query('alter database wordpop allow_connections false')

  await expect(startPostgres({ dataDir, say: () => {} })).rejects.toThrow('cannot be used')
  await admin.query('alter database wordpop allow_connections true')
  await admin.end()
  expect(await run(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('starts despite a pid file that names another program', async () => {
  const dataDir = await created()
  const server = await startPostgres({ dataDir, say: () => {} })
  await run(server.url, 'create table kept (n integer)')
  await killServer(dataDir)
  const pidFile = join(server.directory, 'postmaster.pid')
  await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/u, String(process.pid)))

  const again = await startPostgres({ dataDir, say: () => {} })
  expect(await run(again.url, 'select * from kept')).toEqual([])
})

test('stops in order, also twice; the next start finds everything', async () => {
  const dataDir = await created()
  const server = await startPostgres({ dataDir, say: () => {} })
  await run(server.url, 'create table kept as select 7 as n')
  await server.stop()
  await server.stop()
  expect(await server.isAlive()).toBe(false)

  const again = await startPostgres({ dataDir, say: () => {} })
  expect(await run(again.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test.runIf(asRoot)('runs as an ordinary user, then as root with the same data', async () => {
  const dataDir = await folder()
  await chown(dataDir, NOBODY.uid, NOBODY.gid)
  const { url } = StartedServer.parse(
    JSON.parse(await runChild('postgres-process.ts', [dataDir], { as: NOBODY }).line()),
  )
  await run(url, 'create table kept as select 7 as n')
  await killServer(dataDir)

  const again = await startPostgres({ dataDir, say: () => {} })
  expect(await run(again.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test.runIf(asRoot)('as root in a private folder, moves the data to /var/lib and says so', async () => {
  const closed = await folder()
  await chmod(closed, 0o700)
  const dataDir = join(closed, 'data')
  const said: string[] = []
  const server = await startPostgres({ dataDir, say: (sentence) => said.push(sentence) })
  onTestFinished(() => rm(join(server.directory, '..'), { recursive: true, force: true }))
  onTestFinished(() => server.stop())

  expect(server.directory).toMatch(/^\/var\/lib\/wordpop\/data-/u)
  expect(said.join('\n')).toContain(`so the database lies in`)
  expect(await readdir(dataDir)).toEqual([])
  expect((await startPostgres({ dataDir, say: () => {} })).url).toBe(server.url)
})

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drill-'))
  await chmod(dataDir, 0o711)
  onTestFinished(async () => {
    await killServer(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  return dataDir
}

/** A folder with a database that was started once, and a free port. */
async function created(): Promise<string> {
  const dataDir = await folder()
  await promisify(execFile)('cp', ['-a', `${await startedOnce()}/.`, dataDir])
  await chmod(dataDir, 0o711)
  const accessFile = join(dataDir, 'postgres.json')
  const access = z.looseObject({}).parse(JSON.parse(await readFile(accessFile, 'utf8')))
  await writeFile(accessFile, JSON.stringify({ ...access, port: await freePort() }))
  return dataDir
}

let template: Promise<string> | undefined

/** Creating a database takes seconds, and copying it a moment. */
function startedOnce(): Promise<string> {
  template ??= mkdtemp(join(tmpdir(), 'drill-')).then(async (dataDir) => {
    await chmod(dataDir, 0o711)
    const server = await startPostgres({ dataDir, say: () => {} })
    await server.stop()
    return dataDir
  })
  return template
}

afterAll(async () => {
  if (template !== undefined) await rm(await template, { recursive: true, force: true })
})

async function launched(dataDir: string): Promise<z.infer<typeof StartedServer>> {
  return StartedServer.parse(JSON.parse(await runChild('postgres-process.ts', [dataDir]).line()))
}

async function killServer(dataDir: string): Promise<void> {
  const pid = await livePostmaster(join(dataDir, 'postgres'))
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

/** Ignores a process that has already ended. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const connection = await connectOnce(url)
  const { rows } = await connection.query<Record<string, unknown>>(sql)
  await connection.end()
  return rows
}
