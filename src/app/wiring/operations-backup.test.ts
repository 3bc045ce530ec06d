import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { until } from '../../../tests/drills/children.ts'
import { testProduct } from '../../../tests/support/product.ts'
import type { Health } from '#features/operations/model/index.ts'
import { queueBackup } from '#features/operations/server/index.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'

const folder = await mkdtemp(join(tmpdir(), 'daily-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const OPERATORS = 'olga@example.com'
// Midnight, so that the hour has come whenever this runs.
const scheduled = await testProduct({
  settings: { OPERATORS, BACKUP_FOLDER: join(folder, 'daily'), BACKUP_HOUR: '0', BACKUP_KEEP: '2' },
})
const passphraseFile = join(folder, 'passphrase')
await writeFile(passphraseFile, 'correct horse battery staple')
const encrypted = await testProduct({
  settings: {
    OPERATORS,
    BACKUP_FOLDER: join(folder, 'encrypted'),
    BACKUP_HOUR: '0',
    BACKUP_PASSPHRASE_FILE: passphraseFile,
  },
})
const broken = await testProduct({ settings: { OPERATORS, BACKUP_FOLDER: join(folder, 'letter'), BACKUP_HOUR: '0' } })

test('makes one backup a day, which the operator’s overview shows', async () => {
  const olga = await operatorOf(scheduled)
  expect((await healthFor(olga)).backup).toEqual({ made: null, failed: null })
  await scheduled.product.maintenance()
  await scheduled.product.maintenance()
  await workOff(scheduled)
  expect((await readdir(join(folder, 'daily'))).filter((name) => name.startsWith('20'))).toHaveLength(1)
  const { backup, release } = await healthFor(olga)
  expect(backup).toEqual({
    made: {
      at: expect.any(String),
      ageMs: expect.any(Number),
      sizeBytes: expect.any(Number),
      fileCount: 0,
      isEncrypted: false,
    },
    failed: null,
  })
  expect(backup.made?.sizeBytes).toBeGreaterThan(1_000)
  expect(release.version).toMatch(/^\d+\.\d+\.\d+$/u)
})

test('records that a backup with a passphrase is encrypted', async () => {
  const olga = await operatorOf(encrypted)
  await encrypted.product.maintenance()
  await workOff(encrypted)
  expect((await healthFor(olga)).backup.made).toMatchObject({ isEncrypted: true })
})

test('a backup that cannot be written says why', async () => {
  await writeFile(join(folder, 'letter'), 'Dear Ada')
  const olga = await operatorOf(broken)
  await broken.product.maintenance()
  await workOff(broken)
  expect((await healthFor(olga)).backup).toEqual({
    made: null,
    failed: { at: expect.any(String), problem: expect.stringMatching(/ENOTDIR|EEXIST/u) },
  })
})

test('waits for its hour, and takes each day once', async () => {
  const { db, product } = scheduled
  const at = (time: string) =>
    queueBackup({ db, jobs: product.jobs, now: () => new Date(`2031-05-06T${time}Z`), hour: 3 })
  const days = async () => (await db.$client.query(`select 1 from site_backups where day = '2031-05-06'`)).rowCount
  await at('02:59:59')
  expect(await days()).toBe(0)
  await Promise.all([at('03:00:00'), at('03:00:00'), at('23:59:59')])
  expect(await days()).toBe(1)
})

type Site = typeof scheduled

async function operatorOf({ browser, db }: Site) {
  const person = browser()
  await person.signUp({ email: OPERATORS })
  await db.$client.query('update users set email_verified = true where email = $1', [OPERATORS])
  return person
}

async function healthFor(person: Awaited<ReturnType<typeof operatorOf>>): Promise<Health> {
  const { output } = await person.call('operator/health')
  return output as Health
}

/** Runs the queued backup until its job has ended. */
async function workOff({ db, databaseUrl, product }: Site): Promise<void> {
  const jobs = product.work.filter(({ name }) => name === 'operations.backUp')
  const worker = await startWorker({ db, url: databaseUrl, jobs, concurrency: 1, log: silentLog() })
  await until('the backup has ended', async () => {
    const { rowCount } = await db.$client.query(
      `select 1 from jobs where name = 'operations.backUp' and finished_at is null`,
    )
    return rowCount === 0 ? true : undefined
  })
  await worker.stop()
}
