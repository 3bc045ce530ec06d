import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { paymentSettingsOf, readCatalogue } from '#features/billing/server/index.ts'
import { checkWantedModel, openSpeech, speechServiceOf } from '#features/transcription/server/index.ts'
import { checkPassphrase } from '#platform/server/backup/folder.ts'
import { systemClock } from '#platform/server/clock.ts'
import { isEmptyDatabase } from '#platform/server/database/copy.ts'
import type { Db } from '#platform/server/db.ts'
import { type Env, readEnv } from '#platform/server/env.ts'
import { openTransport } from '#platform/server/mail/transport.ts'
import { listPending } from '#platform/server/migrations.ts'
import { hasCluster } from '#platform/server/database/postgres.ts'
import { tryPort } from '#platform/server/ports.ts'
import { startProcess } from '#platform/server/process.ts'
import { queryRow } from '#platform/server/rows.ts'
import { probeFolder } from '#platform/server/writable.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { lockParts } from '../process/part-names.ts'
import { checkBounceSettings } from './bounce-settings.ts'
import { openFiles } from './file-store.ts'
import { readPassphrase, UNENCRYPTED } from './passphrase.ts'
import { openMediaRunner } from './media-runner.ts'
import { modelsDirectoryOf } from './open-platform.ts'
import { publicUrlOf } from './public-url.ts'
import { withSiteDatabase } from './site-database.ts'
import { refuseStaleCluster } from './stray-database.ts'
import { type Check, fault, type Finding, hint, inTurn, type Outcome, well } from './doctor-findings.ts'
import { SERVICE_CHECKS } from './try-services.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

const NODE_MAJOR = 24
const MIN_POSTGRES = 150_000
const LITTLE_SPACE = 2_000_000_000
/** The connections of one web server and one worker. */
const CONNECTIONS = 30
const MAX_SKEW_MS = 5_000

/**
 * Reads the settings and runs every check. Programs and services are checked at once. A check that throws is a fault,
 * with its sentence.
 * @returns the findings in the order of the checks
 */
export async function* examine(settings?: Readonly<Record<string, string>>): AsyncGenerator<Finding> {
  let env: Env
  try {
    env = readEnv(settings)
  } catch (error) {
    // Without the settings nothing else can be checked.
    yield { about: 'settings', ...faultOf(error) }
    return
  }
  let turn: Promise<unknown> = Promise.resolve()
  const running = Object.entries(CHECKS).map(([about, check]) => {
    const work = check.takesTurns ? turn.then(() => check(env)) : check(env)
    const outcomes = work.catch((error: unknown) => [faultOf(error)])
    if (check.takesTurns) turn = outcomes
    return { about, outcomes }
  })
  for (const { about, outcomes } of running) for (const outcome of await outcomes) yield { about, ...outcome }
}

/** By what they are about. */
const CHECKS: Readonly<Record<string, Check>> = {
  node: async () => {
    const major = Number(process.versions.node.split('.')[0])
    if (major === NODE_MAJOR) return [well(`Node.js ${process.versions.node} runs.`)]
    return [fault(`Node.js ${process.versions.node} runs instead of ${NODE_MAJOR}. Start with ./bin/start.`)]
  },
  settings: async (env) => {
    const publicUrl = publicUrlOf(env)
    paymentSettingsOf(env, publicUrl)
    readCatalogue(env)
    checkBounceSettings(env)
    return [well(`The settings are complete. The site is at ${publicUrl}.`)]
  },
  media: async (env) => {
    const warnings: string[] = []
    const found = await openMediaRunner(env, (message) => warnings.push(message)).capability()
    if (!found.ready) return [fault(found.problem)]
    return [...warnings.map(hint), well(`ffmpeg and ffprobe work${found.sandboxed ? ' in the sandbox' : ''}.`)]
  },
  fonts: async (env) => [
    (await runs(env.OTS_SANITIZE_PATH, ['--version']))
      ? well('People can add fonts of their own.')
      : hint('ots-sanitize is missing, so people cannot add fonts: sudo apt-get install opentype-sanitizer'),
    (await runs('fc-list', [':family=Noto Color Emoji']))
      ? well('The fonts of the system can be listed.')
      : hint('fc-list is missing, so fonts of other scripts may be: sudo apt-get install fontconfig fonts-noto-core'),
  ],
  speech: async (env) => {
    checkWantedModel(env.SPEECH_MODEL, env.SPEECH_MODELS_FILE)
    speechServiceOf(env)
    const { models } = openSpeech({
      modelsDirectory: modelsDirectoryOf(env),
      mirror: env.ASR_MODEL_MIRROR,
      modelsFile: env.SPEECH_MODELS_FILE,
      now: systemClock,
    })
    const found = await models.status()
    const damaged = found.flatMap(({ id, problem }) =>
      problem === null ? [] : [hint(`Speech model ${id}: ${problem}`)],
    )
    const installed = found.filter((model) => model.installed && model.languages.length > 0).map(({ label }) => label)
    if (installed.length > 0) return [...damaged, well(`Speech models: ${installed.join(', ')}.`)]
    if (await runs('pocketsphinx_continuous', ['-help']))
      return [...damaged, hint('No speech model is installed: English is transcribed as a draft. See ./bin/models')]
    return [...damaged, fault('pocketsphinx is missing: sudo apt-get install pocketsphinx pocketsphinx-en-us')]
  },
  data: inTurn(checkData),
  database: inTurn(checkDatabase),
  // They read providers in the database.
  ...SERVICE_CHECKS,
  files: inTurn(async (env) => {
    const files = await openFiles(env)
    for (const folder of files.folders) await probeFolder(folder)
    await files.stat('readiness')
    return [well(env.FILE_STORE === 's3' ? 'The bucket answers.' : 'The folder for files can be written to.')]
  }),
  mail: async ({ SMTP_URL: url, MAIL_FROM: from = 'no-reply@localhost' }) => {
    if (url === undefined)
      return [hint('SMTP_URL is not set: mails stay in the outbox, and nobody can reset a password.')]
    await openTransport({ url, from: () => from }).verify()
    return [well('The mail server takes our log-in. No mail was sent.')]
  },
  port: async ({ HOST, PORT, DATA_DIR }) => {
    if (PORT === 0 || (await tryPort(HOST, PORT)) !== undefined) return [well(`Port ${PORT} of ${HOST} is free.`)]
    return (await isRunning(DATA_DIR))
      ? [well(`${PRODUCT_NAME} runs.`)]
      : [fault(`Port ${PORT} of ${HOST} is in use by another program. Set another PORT.`)]
  },
  backups: inTurn(async ({ BACKUP_FOLDER: folder, BACKUP_PASSPHRASE_FILE: passphraseFile }) => {
    const passphrase = await readPassphrase(passphraseFile)
    if (folder === undefined)
      return [hint('BACKUP_FOLDER is not set: only rows are backed up automatically, before an upgrade.')]
    await probeFolder(resolve(folder))
    await checkPassphrase(resolve(folder), passphrase)
    return [
      well(`Backups can be written to ${resolve(folder)}.`),
      ...(passphraseFile === undefined
        ? [hint(`${UNENCRYPTED} Set BACKUP_PASSPHRASE_FILE and another BACKUP_FOLDER to encrypt new ones.`)]
        : []),
    ]
  }),
}

async function checkData({ DATA_DIR, ...env }: Env): Promise<Outcome[]> {
  const path = resolve(DATA_DIR)
  refuseUnfinishedRestore(DATA_DIR)
  await probeFolder(path)
  const { uid, mode } = await stat(path)
  const free = await (await openFiles({ DATA_DIR, ...env })).freeBytes()
  const user = process.getuid?.()
  return [
    well(`${path} can be written to.`),
    ...(uid === user
      ? []
      : [hint(`${path} belongs to the user ${uid}, and this is the user ${user}. Start as one user.`)]),
    ...((mode & 0o022) === 0 ? [] : [fault(`Others can write to ${path}: chmod go-w ${path}`)]),
    free < LITTLE_SPACE
      ? fault(`Only ${formatBytes(free)} are free on its disk. Free some space.`)
      : well(`${formatBytes(free)} are free.`),
  ]
}

const Server = z.object({ version: z.string(), name: z.string(), limit: z.int(), used: z.int(), at: z.date() })

async function checkDatabase(env: Env): Promise<Outcome[]> {
  if (env.DATABASE_URL === undefined) {
    await refuseStaleCluster(env)
    if (!(await hasCluster(env.DATA_DIR))) return [well('The first start creates the embedded database.')]
  }
  return withSiteDatabase(env, { say: () => undefined }, async (db) => [
    ...(await checkServer(db)),
    await describeMigrations(db),
  ])
}

async function checkServer(db: Db): Promise<Outcome[]> {
  const server = await queryRow(
    db,
    Server,
    `select current_setting('server_version_num') as version, current_setting('server_version') as name,
       current_setting('max_connections')::int as limit, clock_timestamp() as at,
       (select count(*)::int from pg_stat_activity) as used`,
  )
  const skewMs = Math.abs(Date.now() - server.at.getTime())
  const free = server.limit - server.used
  return [
    Number(server.version) < MIN_POSTGRES
      ? fault(`PostgreSQL ${server.name} is too old. Use 15 or newer.`)
      : well(`PostgreSQL ${server.name} answers.`),
    free < CONNECTIONS
      ? hint(`PostgreSQL has ${pluralize(free, 'free connection')}. A web server and a worker need ${CONNECTIONS}.`)
      : well(`PostgreSQL has ${free} free connections.`),
    skewMs > MAX_SKEW_MS
      ? fault(
          `The clocks of this machine and the database differ by ${Math.round(skewMs / 1_000)} s. Synchronise them.`,
        )
      : well('The clocks of this machine and the database agree.'),
  ]
}

async function describeMigrations(db: Db): Promise<Outcome> {
  if (await isEmptyDatabase(db)) return well('The first start creates the tables.')
  const pending = await listPending(db)
  return pending.length === 0
    ? well('The database is of this release.')
    : hint(`The next start applies ${pluralize(pending.length, 'migration')}, after a backup of its rows.`)
}

/** Whether a product runs on this data on this machine. */
async function isRunning(dataDir: string): Promise<boolean> {
  const lock = await lockParts(dataDir)
  await lock?.release()
  return lock === undefined
}

/** Whether a program is installed, whatever it returns. */
async function runs(command: string, args: readonly string[]): Promise<boolean> {
  const { code } = await startProcess({ command, args, limits: { wallMs: 10_000 } }).done
  return code !== 127
}

function faultOf(error: unknown): Outcome {
  // Some network errors have a code and no message.
  const { message = '', code = '' }: { message?: string; code?: string } = error instanceof Error ? error : {}
  return fault(message === '' ? `It does not answer: ${code}.` : message)
}
