import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { listPending, migrate } from '#platform/server/migrations.ts'
import { isRunning, livePostmaster } from '#platform/server/database/postgres-pid.ts'
import { startChild } from '#platform/server/process.ts'
import { beginRestore } from '../../src/app/services/unfinished-restore.ts'
import { fixture } from '../fixtures/fixture.ts'
import { browser } from '../support/browser.ts'
import { emptyDatabase } from '../support/database.ts'
import { migrateUntil } from '../support/migrations.ts'
import { reservePort } from '../support/reserve-port.ts'
import { type Child, runChild, until } from './children.ts'
import { createNewData } from './new-data.ts'
import { isLoggedIn } from './product-parts.ts'

const EMAIL = 'ada@example.org'
const dataDir = await createNewData()
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
const folder = await emptyFolder()
const port = await reservePort()
const url = `http://127.0.0.1:${port}`
const env = environmentWith({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' })
const ada = browser(url)
const clip = await readFile(await fixture('talk-small'))
let product: Child
let source: string

beforeAll(async () => {
  if (!existsSync('build/server/index.js')) throw new Error('the pages are not built: run npx vite build --app first')
  product = await launched()
  const json = { name: 'Ada', email: EMAIL, password: 'correct horse battery 42' }
  expect((await ada.send('/api/auth/sign-up/email', { json })).status).toBe(200)
  source = `files/projects/${await uploadClip()}/source`
})
afterAll(() => product.stop())

test('a backup of a running site brings all of it back after its folder is lost', async () => {
  const made = await command('backup', [folder])
  expect(made, made.lines.join('\n')).toMatchObject({ code: 0 })
  expect(made.lines.at(-1)).toContain(
    'anyone with the folder can act as any logged-in user and read all personal data.',
  )
  await product.kill()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })

  const restored = await command('restore', [folder])
  expect(restored, restored.lines.join('\n')).toMatchObject({ code: 0 })
  expect(restored.lines).toContainEqual(expect.stringMatching(/rows of \d+ tables; the number and hash of the rows/u))
  product = await launched()
  expect(await isLoggedIn(ada, EMAIL)).toBe(true)
  expect((await readFile(join(dataDir, source))).equals(clip)).toBe(true)
})

test('refuses to restore while the site runs, and over a site that stopped', async () => {
  const [said] = (await command('restore', [folder])).lines
  expect(said).toMatch(/^Wordpop runs with the data in .*\. Stop it first\.$/u)
  await product.stop()
  expect((await command('restore', [folder])).lines.at(-1)).toMatch(/^There is a site .* Nothing was changed\.$/u)
  const replaced = await command('restore', [folder, '--replace'])
  expect(replaced, replaced.lines.join('\n')).toMatchObject({ code: 0 })
  product = await launched()
  expect(await isLoggedIn(ada, EMAIL)).toBe(true)
})

test('a backup killed at any step leaves the last good one, and the next is whole', async () => {
  const before = (await command('restore', [folder, '--list'])).lines
  expect(before).toHaveLength(1)
  for (const step of ['Reading the database', 'Copying files']) {
    const killed = runChild('../../src/app/backup.ts', [folder], { env })
    await killed.line(step)
    await killed.kill()
  }
  expect((await command('restore', [folder, '--list'])).lines.slice(0, 1)).toEqual(before)
  expect(await command('backup', [folder, '--keep=1'])).toMatchObject({ code: 0 })
  expect((await command('restore', [folder, '--list'])).lines).toHaveLength(1)
  const [verified] = (await command('restore', [folder, '--verify'])).lines.slice(-1)
  expect(verified).toMatch(/^Every byte of .* is as it was written\.$/u)
})

test('a restore that was killed stops the product from starting until it has run again', async () => {
  const targetDir = await emptyFolder()
  const target = environmentWith({ DATA_DIR: targetDir, PORT: '0' })
  const killed = runChild('../../src/app/restore.ts', [folder], { env: target })
  // The next restore uses the database that the killed one started, and leaves it running.
  onTestFinished(() => endDatabase(targetDir))
  await killed.line('Copying rows')
  await killed.kill()
  const start = await run('start', [], target)
  expect(start).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/did not finish\. Run bin\/restore again\.$/u)],
  })
  const again = await run('restore', [folder], target)
  expect(again, again.lines.join('\n')).toMatchObject({ code: 0 })
})

test('a restore killed before it emptied the database runs again as it is', async () => {
  const url = await emptyDatabase()
  const db = openDatabase(url, { max: 1 })
  await migrateUntil({ db }, (await readdir('migrations')).toSorted().at(-1) ?? '')
  // A restore needs the database to itself.
  await closeDatabase(db)
  const target = { ...env, DATA_DIR: await emptyFolder(), DATABASE_URL: url }
  await beginRestore(target.DATA_DIR, 'the backup')
  const again = await run('restore', [folder], target)
  expect(again, again.lines.join('\n')).toMatchObject({ code: 0 })
})

test('an upgrade backs the site up first, and that backup restores it', async () => {
  const earlier = await earlierDatabase()
  const upgrading = { ...env, DATA_DIR: await emptyFolder(), DATABASE_URL: earlier.url, PORT: '0' }
  const refused = await run('start', [], { ...upgrading, BACKUP_FOLDER: '/dev/null/backups' })
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.lines).toContainEqual(
    expect.stringMatching(/^Nothing was upgraded, since the backup before it failed:/u),
  )
  expect(await listPending(earlier.db)).toEqual([earlier.missing])

  const backups = await emptyFolder()
  const started = runChild('../../src/app/start.ts', ['web'], {
    env: { ...upgrading, BACKUP_FOLDER: backups },
  })
  await started.line('The way back is')
  await started.line('is ready')
  await started.stop()
  expect(await listPending(earlier.db)).toEqual([])

  const url = await emptyDatabase()
  const target = { ...env, DATA_DIR: await emptyFolder(), DATABASE_URL: url }
  const restored = await run('restore', [backups], target)
  expect(restored, restored.lines.join('\n')).toMatchObject({ code: 0 })
  const db = openDatabase(url, { max: 1 })
  onTestFinished(() => closeDatabase(db))
  expect(await listPending(db)).toEqual([earlier.missing])
  expect((await db.$client.query('select email from users')).rows).toEqual([{ email: EMAIL }])
})

/** A database that the release before the last migration prepared, with one user. */
async function earlierDatabase() {
  const url = await emptyDatabase()
  const db = openDatabase(url, { max: 1 })
  onTestFinished(() => closeDatabase(db))
  const migrations = await emptyFolder()
  await cp(join(import.meta.dirname, '../../migrations'), migrations, { recursive: true })
  const missing = (await readdir(migrations)).toSorted().at(-1) ?? ''
  await rm(join(migrations, missing))
  await migrate(db, migrations)
  await db.$client.query('insert into users (id, email) values ($1, $2)', [randomUUID(), EMAIL])
  return { url, db, missing }
}

async function launched(): Promise<Child> {
  const child = runChild('../../src/app/start.ts', [], { env })
  await child.line('is ready')
  return child
}

function command(name: 'backup' | 'restore', args: readonly string[]) {
  return run(name, args, env)
}

/** Runs a command to its end. */
async function run(name: string, args: readonly string[], environment: Record<string, string>) {
  const lines: string[] = []
  const { code, stderrTail } = await startChild({
    module: join(import.meta.dirname, `../../src/app/${name}.ts`),
    args,
    env: environment,
    onStdoutLine: (line) => lines.push(line),
  }).done
  return { code, lines: stderrTail === '' ? lines : [...lines, stderrTail] }
}

/** @returns the project's id */
async function uploadClip(): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await ada.send('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(clip.length), 'upload-metadata': 'filename Y2xpcC5tcDQ=' },
  })
  const location = begun.headers.get('location') ?? ''
  const sent = await ada.send(location, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    bytes: clip,
  })
  expect([begun.status, sent.status], sent.text).toEqual([201, 204])
  return location.split('/').at(-1) ?? ''
}

async function endDatabase(site: string): Promise<void> {
  const pid = await livePostmaster(join(site, 'postgres'))
  if (pid === undefined) return
  process.kill(pid, 'SIGQUIT')
  await until('its database has ended', async () => ((await isRunning(pid)) ? undefined : true))
}

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'drill-backup-'))
  afterAll(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}
