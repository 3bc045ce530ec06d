import { rename, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '#platform/server/env.ts'
import { openFileStore } from '#platform/server/files.ts'
import { openBucket } from '#platform/server/files/s3-bucket.ts'
import { copyToBucket, type CopyReport, verifyBucket } from '#platform/server/files/s3-copy.ts'
import { checkBucket } from '#platform/server/files/s3.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { s3SettingsOf } from './services/file-store.ts'
import { lockParts } from './process/part-names.ts'
import { stopSignal } from './process/stop-signal.ts'
import { printLine, progressPrinter } from './process/terminal.ts'

/** `bin/storage`, which documents and checks its arguments: copies a deployment's files from the local disk to a bucket. */
/** The most files listed by name. */
const MAX_LISTED = 20

const stopping = stopSignal('Stopped. Run it again to go on.')

try {
  process.exitCode = await run()
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @returns the exit status: 0 when every file is in the bucket, intact */
async function run(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { finish: { type: 'boolean' } } })
  const [command] = positionals
  if (command === 'verify') return verify()
  if (command === 'copy-to-s3') return values.finish === true ? finish() : copy()
  throw new Error('bin/storage has no such command; see bin/storage --help.')
}

async function copy(): Promise<number> {
  const report = await copyAll()
  if (report.faults.length > 0) return 1
  printLine(`Files that come from now on are not there yet. To go over to the bucket, stop ${PRODUCT_NAME} and run:
  bin/storage copy-to-s3 --finish`)
  return 0
}

async function finish(): Promise<number> {
  const dataDir = dataDirectory()
  const lock = await lockParts(dataDir)
  if (lock === undefined) throw new Error(`${PRODUCT_NAME} runs with the data in ${dataDir}. Stop it first.`)
  try {
    const report = await copyAll()
    if (report.faults.length > 0) return 1
    const aside = await renameFolder(dataDir)
    if (aside !== undefined)
      printLine(`The folder with the files is now ${aside}. Keep it until you have seen that all is well.`)
    printLine(`Now set FILE_STORE=s3 beside the S3_ settings, everywhere ${PRODUCT_NAME} runs, and start it.`)
    return 0
  } finally {
    await lock.release()
  }
}

async function verify(): Promise<number> {
  const report = printReport(await verifyBucket(await openStores()))
  return report.faults.length > 0 ? 1 : 0
}

async function copyAll(): Promise<CopyReport> {
  const report = printReport(await copyToBucket(await openStores()))
  printLine(`${report.copied} of them were copied now.`)
  return report
}

async function openStores() {
  const settings = s3SettingsOf(readEnv())
  const bucket = openBucket(settings)
  await checkBucket(bucket, settings)
  return { bucket, disk: openFileStore(dataDirectory()), signal: stopping, progress: progressPrinter() }
}

function dataDirectory(): string {
  return resolve(readEnv().DATA_DIR)
}

function printReport(report: CopyReport): CopyReport {
  const { files, bytes, faults, onlyInBucket } = report
  printLine(
    `${pluralize(files, 'file')}, ${formatBytes(bytes)}; ${faults.length} of them are not in the bucket as they should be.`,
  )
  printList(faults)
  if (onlyInBucket.length > 0) printLine(`${formatNumber(onlyInBucket.length)} files are only in the bucket:`)
  printList(onlyInBucket)
  return report
}

function printList(list: readonly string[]): void {
  for (const key of list.slice(0, MAX_LISTED)) printLine(`  ${key}`)
  if (list.length > MAX_LISTED) printLine(`  and ${formatNumber(list.length - MAX_LISTED)} more`)
}

/** Renames the folder with the files. @returns its new path, or undefined when there is no such folder */
async function renameFolder(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'files')
  if (!(await exists(folder))) return undefined
  for (let number = 1; ; number += 1) {
    const aside = join(dataDir, number === 1 ? 'files-copied' : `files-copied-${number}`)
    if (await exists(aside)) continue
    await rename(folder, aside)
    return aside
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
