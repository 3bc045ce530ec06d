import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../tests/support/database.ts'
import { migrateUntil } from '../../../tests/support/migrations.ts'
import { mountSmallDisk } from '../../../tests/support/small-disk.ts'
import { openBackupFolder } from '#platform/server/backup/folder.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { readEnv } from '#platform/server/env.ts'
import { listPending } from '#platform/server/migrations.ts'
import { backUpBefore } from './upgrade-backup.ts'
import { UPGRADE_CONNECTIONS, upgradeDatabase } from './upgrade-database.ts'
import { removeExpiredUpgradeBackups, upgradeFolder } from './upgrade-folder.ts'

const NAMES = (await readdir('migrations')).toSorted()
const SECRET = 'a secret of the environment, 32 characters'
const PASSPHRASE = 'correct horse battery staple'
const probe = await mountSmallDisk(1_000_000)
await probe?.remove()

test('of two starts at once, one backs up and migrates, and the other waits', async () => {
  const { db, url, env } = await earlierSite()
  const said: string[] = []
  const start = (one: Db) => upgradeDatabase(env, { ...quiet(), db: one, say: (sentence) => said.push(sentence) })
  const applied = await Promise.all([start(db), start(open(url))])
  expect(applied.flat()).toEqual([NAMES.at(-1)])
  expect(await backupsIn(env)).toHaveLength(1)
  expect(said).toContain('Another start upgrades the database: waiting for it.')
})

test('the sentence of the start names the command that goes back', async () => {
  const { db, env } = await earlierSite()
  const said: string[] = []
  await upgradeDatabase(env, { ...quiet(), db, say: (sentence) => said.push(sentence) })
  const [name] = await backupsIn(env)
  expect(said).toContain(
    `The way back is ./bin/restore ${upgradeFolder(env)} ${name} --replace (docs/self-hosting.md, Upgrades).`,
  )
})

test('keeps the rows before the last two upgrades, however often a start is repeated', async () => {
  const { db, env } = await earlierSite({ behind: 3 })
  const first = await backedUp(db, env)
  expect(await backedUp(db, env)).not.toEqual(first)
  const [before] = await backupsIn(env)
  await migrateUntil({ db }, NAMES.at(-2) ?? '')
  expect(await backedUp(db, env)).toEqual([before, expect.any(String)])
  const second = await backedUp(db, env)
  expect(second).toEqual([before, expect.any(String)])
  await migrateUntil({ db }, NAMES.at(-1) ?? '')
  expect(await backedUp(db, env)).toEqual([second[1], expect.any(String)])
})

test('rows before an upgrade have no session secret, and are encrypted like backups', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'passphrase'), `${PASSPHRASE}\n`)
  const { db, env } = await earlierSite({
    settings: { SESSION_SECRET: SECRET, BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase') },
  })
  await backedUp(db, env)
  await expect(openBackupFolder(upgradeFolder(env))).rejects.toThrow('are encrypted. Give their passphrase.')
  const backups = await openBackupFolder(upgradeFolder(env), { passphrase: PASSPHRASE })
  const [name = ''] = await backups.list()
  const { format, parts } = await backups.manifestOf(name)
  expect([format, parts.secrets.sizeBytes]).toEqual([2, 0])
})

test('a repeated start replaces its whole backup, and pushes no daily one out', async () => {
  const { db, env } = await earlierSite()
  const whole = { ...env, BACKUP_FOLDER: await emptyFolder(), BACKUP_KEEP: 2 }
  for (let start = 0; start < 3; start += 1) await backUpBefore(whole, { db, ...quiet() })
  expect(await (await openBackupFolder(whole.BACKUP_FOLDER)).list()).toHaveLength(1)
})

test('without its backup, nothing is upgraded', async () => {
  const dataDir = await emptyFolder()
  const { db, env } = await earlierSite({ dataDir })
  await writeFile(upgradeFolder(env), 'Dear Ada')
  await expect(upgradeDatabase(env, { ...quiet(), db })).rejects.toThrow(
    'Nothing was upgraded, since the backup before it failed:',
  )
  expect(await listPending(db)).toEqual([NAMES.at(-1)])
  expect(await readFile(upgradeFolder(env), 'utf8')).toBe('Dear Ada')
})

test.skipIf(probe === undefined)('a disk without room for the rows names both ways out', async () => {
  const disk = await mountSmallDisk(1_000_000)
  onTestFinished(() => disk?.remove())
  const { db, env } = await earlierSite({ dataDir: disk?.path })
  await expect(upgradeDatabase(env, { ...quiet(), db })).rejects.toThrow(
    'Free some space, or set BACKUP_FOLDER to a folder on another disk.',
  )
  expect(await listPending(db)).toEqual([NAMES.at(-1)])
})

test('removes the rows before an upgrade after 30 days', async () => {
  const { db, env } = await earlierSite()
  await removeExpiredUpgradeBackups(env, new Date())
  const made = await backedUp(db, env)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await removeExpiredUpgradeBackups(env, inDays(29))
  expect(await backupsIn(env)).toEqual(made)
  await removeExpiredUpgradeBackups(env, inDays(31))
  expect(await backupsIn(env)).toEqual([])
})

function quiet() {
  return { signal: new AbortController().signal, say: () => undefined }
}

/** A site of an earlier release, whose folder for data is not there yet. */
async function earlierSite(
  o: { behind?: number; dataDir?: string | undefined; settings?: Record<string, string> } = {},
) {
  const url = await emptyDatabase()
  const db = open(url)
  await migrateUntil({ db }, NAMES.at(-(o.behind ?? 1)) ?? '')
  const dataDir = o.dataDir ?? join(await emptyFolder(), 'data')
  return { db, url, env: readEnv({ DATA_DIR: dataDir, ...o.settings }) }
}

function open(url: string): Db {
  const db = openDatabase(url, { max: UPGRADE_CONNECTIONS })
  onTestFinished(() => closeDatabase(db))
  return db
}

/** Backs the site up as a start does. @returns the backups that are there then */
async function backedUp(db: Db, env: ReturnType<typeof readEnv>): Promise<string[]> {
  await backUpBefore(env, { db, ...quiet() })
  return backupsIn(env)
}

async function backupsIn(env: ReturnType<typeof readEnv>): Promise<string[]> {
  return (await readdir(upgradeFolder(env))).filter((name) => name.startsWith('20')).toSorted()
}

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'upgrade-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
