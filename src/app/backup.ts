import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { recordBackup } from '#features/operations/server/index.ts'
import { readEnv } from '#platform/server/env.ts'
import { listPending } from '#platform/server/migrations.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { stopSignal } from './process/stop-signal.ts'
import { printLine, progressPrinter } from './process/terminal.ts'
import { backUpSite } from './services/back-up-site.ts'
import type { BackupReport } from './services/create-backup.ts'
import { openFiles } from './services/file-store.ts'
import { readPassphrase, UNENCRYPTED } from './services/passphrase.ts'
import { withSiteDatabase } from './services/site-database.ts'
import { requireSite } from './services/stray-database.ts'
import { refuseUnfinishedRestore } from './services/unfinished-restore.ts'

/** `bin/backup`, which documents and checks its arguments: backs a site up into a folder, while it runs. */
const stopping = stopSignal('Stopped. Earlier backups are as they were.')

try {
  await run()
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      'passphrase-file': { type: 'string' },
      // The folder of the shell, where relative paths begin.
      from: { type: 'string', default: '.' },
    },
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new Error('Name one folder; see bin/backup --help.')
  const folder = resolve(values.from, path)
  const keep = keepOf(values.keep)
  const passphrase = await readPassphrase(values['passphrase-file'], values.from)
  const env = readEnv()
  refuseUnfinishedRestore(env.DATA_DIR)
  await requireSite(env)
  const files = await openFiles(env)
  const order = { folder, keep, passphrase, signal: stopping, say: printLine, progress: progressPrinter() }
  const report = await withSiteDatabase(env, { say: printLine }, async (db) => {
    const { made, ...done } = await backUpSite({ env, db, files }, order)
    // The table may be newer than the database.
    if ((await listPending(db)).length === 0) await recordBackup(db, { id: randomUUID(), ...made })
    return done
  })
  printReport(report, { folder, isEncrypted: passphrase !== undefined })
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,5}$/u.test(text)) throw new Error('--keep must be a whole number, 1 or more.')
  return Number(text)
}

function printReport(report: BackupReport, { folder, isEncrypted }: { folder: string; isEncrypted: boolean }): void {
  const { name, manifest, newFiles, newBytes, removed } = report
  const { rows, tables, fileCount, fileBytes, faults } = manifest
  for (const key of faults.slice(0, 20)) printLine(`  missing, or not of its recorded size: ${key}`)
  if (faults.length > 0)
    printLine(`${pluralize(faults.length, 'file')} of the site were damaged before this backup; the rest is in it.`)
  printLine(
    `Backed up ${formatNumber(rows)} rows of ${tables} tables and ${pluralize(fileCount, 'file')}, ${formatBytes(fileBytes)}; ${pluralize(newFiles, 'file')}, ${formatBytes(newBytes)}, were new.`,
  )
  if (removed.length > 0) printLine(`Removed ${pluralize(removed.length, 'older backup')}.`)
  const protection = isEncrypted
    ? 'It contains the session secret and all personal data, and is encrypted: keep the passphrase elsewhere.'
    : `${UNENCRYPTED} Keep it private, or encrypt a new folder: --passphrase-file=FILE.`
  printLine(`The backup is ${folder}/${name}. ${protection}`)
}
