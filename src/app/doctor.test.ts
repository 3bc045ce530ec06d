import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../tests/support/database.ts'
import { identityProvider } from '../../tests/support/identity-provider.ts'
import { reservePort } from '../../tests/support/reserve-port.ts'
import { sendBody, startSpeechServer } from '../../tests/support/speech-server.ts'
import { startStripeServer } from '../../tests/support/stripe-server.ts'
import { openDomainProviderAdministration } from '#features/accounts/server/index.ts'
import { openBackupFolder } from '#platform/server/backup/folder.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { startChild } from '#platform/server/process.ts'
import { examine } from './services/doctor-checks.ts'
import { countFaults, type Finding, lineOf } from './services/doctor-findings.ts'
import { recordMove } from './services/stray-database.ts'
import { beginRestore } from './services/unfinished-restore.ts'

const { url } = await testDatabase()
const closedPort = await reservePort()

test('finds no fault in a good set-up, and prints it as JSON', async () => {
  const { code, lines } = await runDoctor({ DATABASE_URL: url }, ['--json'])
  const report: unknown = JSON.parse(lines[0] ?? '')
  expect(report).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/u), canRun: true })
  expect(report).toMatchObject({
    findings: expect.arrayContaining([
      { about: 'database', state: 'well', sentence: 'The database is of this release.' },
      { about: 'media', state: 'well', sentence: expect.stringContaining('ffmpeg and ffprobe work') },
    ]),
  })
  expect([code, lines.length]).toEqual([0, 1])
})

test('says in sentences what is well, and that an empty database is no fault', async () => {
  const { code, lines } = await runDoctor({ DATABASE_URL: await emptyDatabase() })
  expect(code, lines.join('\n')).toBe(0)
  expect(lines).toContain('well  database: The first start creates the tables.')
  expect(lines.at(-1)).toBe('The product can run.')
})

test.each([
  { settings: { SMPT_URL: 'smtp://x' }, faults: ['SMPT_URL is not a setting. Did you mean SMTP_URL?'] },
  { settings: { HOST: '0.0.0.0', FILE_STORE: 's3' }, faults: ['PUBLIC_URL is missing', 'S3_BUCKET is missing'] },
  {
    settings: { STRIPE_SECRET_KEY: 'sk_test_1', PUBLIC_URL: 'https://a.example.com' },
    faults: ['STRIPE_WEBHOOK_SECRET'],
  },
  { settings: { SPEECH_API_KEY: 'key' }, faults: ['SPEECH_API_URL is missing'] },
  {
    settings: {
      FFMPEG_PATH: '/no/such/ffmpeg',
      DATABASE_URL: `postgres://127.0.0.1:${closedPort}/x`,
      SMTP_URL: `smtp://127.0.0.1:${closedPort}`,
      BACKUP_FOLDER: '/dev/null/backups',
    },
    faults: [/media: .*ffmpeg does not run here/u, /database: .*ECONNREFUSED/u, /mail: .*ECONNREFUSED/u, /ENOTDIR/u],
  },
])('finds each fault of $settings', async ({ settings, faults }) => {
  const { canRun, lines } = await doctor({ DATABASE_URL: url, ...settings })
  const found = lines.filter((line) => line.startsWith('FAULT ')).join('\n')
  for (const fault of faults) expect(found).toMatch(fault)
  expect(canRun).toBe(false)
})

const stripe = await startStripeServer({ webhookSecret: 'whsec_1', now: () => Date.now() })
afterAll(() => stripe.close())
const SITE = 'http://127.0.0.1:4870'
const SECRET = 'a secret that signs the sessions of a site'
const acme = await identityProvider({ callback: `${SITE}/api/auth/callback/oidc`, emailInToken: true })
const northwind = await identityProvider({ callback: `${SITE}/api/auth/callback/northwind.test`, emailInToken: true })
/** A site on which operators set up two providers, one with a wrong secret. */
const organisations = await testDatabase()
await addOrganisation(organisations.db, {
  name: 'Northwind Ltd',
  domain: 'northwind.test',
  provider: northwind.settings,
})
await addOrganisation(organisations.db, {
  name: 'Acme',
  domain: 'acme.test',
  provider: { ...northwind.settings, OIDC_CLIENT_SECRET: 'another secret' },
})
const ORGANISATIONS = {
  DATABASE_URL: organisations.url,
  SESSION_SECRET: SECRET,
  ORGANISATION_SIGN_IN_ALLOW_PRIVATE: 'true',
}
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API_BASE: stripe.url }

test('checks no service that is not set up, and says so', async () => {
  const { lines } = await doctor({ DATABASE_URL: url })
  expect(lines).toContain('well  payments: Stripe is not set up, and is not checked.')
  expect(lines).toContain('well  sign-in: No identity provider is set up, and none is checked.')
  expect(lines).toContain(
    'well  sign-in of organisations: No organisation has a provider of its own, and none is checked.',
  )
  expect(lines).toContain('well  speech service: No speech service is set up, and none is checked.')
})

test('says that Stripe, the identity provider and the speech service work with their keys', async () => {
  const speech = await startSpeechServer()
  const { canRun, lines } = await doctor({ DATABASE_URL: url, ...STRIPE, ...acme.settings, ...speechAt(speech.port) })
  expect(lines).toContain('well  payments: Stripe accepts our key.')
  expect(lines).toContain('well  sign-in: Northwind knows our client.')
  expect(lines).toContain(`well  speech service: 127.0.0.1:${speech.port} recognises speech.`)
  expect(speech.sent.map(({ key, fields }) => [key, fields['model']])).toEqual([['Bearer a-key', ['whisper-1']]])
  expect(canRun).toBe(true)
})

test('finds a refused key of each service, and says what to check', async () => {
  const speech = await startSpeechServer(sendBody('{}', { status: 401 }))
  const refused = {
    ...STRIPE,
    STRIPE_SECRET_KEY: 'sk_live_of_another',
    ...acme.settings,
    OIDC_CLIENT_SECRET: 'another secret',
    ORGANISATION_SIGN_IN: 'off',
    ...speechAt(speech.port),
  }
  const { canRun, lines } = await doctor({ DATABASE_URL: url, ...refused })
  expect(lines).toContain('FAULT payments: Stripe refuses STRIPE_SECRET_KEY. Copy it again from Developers, API keys.')
  expect(lines).toContain('FAULT sign-in: Northwind refuses our client wordpop. Check its id and its secret.')
  expect(lines).toContain(
    'well  sign-in of organisations: ORGANISATION_SIGN_IN is off, so no provider of an organisation is checked.',
  )
  expect(lines).toContain(
    `FAULT speech service: 127.0.0.1:${speech.port} does not recognise speech: it answered 401. Check SPEECH_API_KEY.`,
  )
  expect(canRun).toBe(false)
})

test('says of each provider of an organisation whether it knows our client', async () => {
  expect(await checkOrganisations(ORGANISATIONS)).toEqual([
    'FAULT sign-in of organisations: Acme refuses our client wordpop. Check its id and its secret.',
    'well  sign-in of organisations: Northwind Ltd knows our client.',
  ])
  expect(await checkOrganisations({ ...ORGANISATIONS, SESSION_SECRET: SECRET.toUpperCase() })).toContain(
    'FAULT sign-in of organisations: Acme cannot be used: SESSION_SECRET has changed: enter the client secret again.',
  )
})

test('says that it checks no provider of an organisation without a session secret', async () => {
  const { SESSION_SECRET: _, ...settings } = ORGANISATIONS
  expect(await checkOrganisations(settings)).toEqual([
    'hint  sign-in of organisations: Not checked: there is no session secret in DATA_DIR.',
  ])
})

test('says that it checks no provider of an organisation in a database of another release', async () => {
  const older = await testDatabase()
  await execute(older.db, 'delete from migrations where name = (select max(name) from migrations)')
  expect(await checkOrganisations({ ...ORGANISATIONS, DATABASE_URL: older.url })).toEqual([
    'hint  sign-in of organisations: Not checked: the database is not of this release.',
  ])
})

test('checks no provider of an organisation after half a restore', async () => {
  const dataDir = await dataFolder()
  await beginRestore(dataDir, 'a backup')
  expect(await checkOrganisations({ ...ORGANISATIONS, DATA_DIR: dataDir })).toEqual([])
})

test('does not start an embedded database that was moved', async () => {
  const dataDir = await dataFolder()
  const postgres = await startPostgres({ dataDir, say: () => undefined })
  await postgres.stop()
  await recordMove(dataDir, 'db.example/site')
  const log = () => readFile(join(dirname(postgres.directory), 'postgres.log'), 'utf8')
  const before = await log()
  const { lines } = await doctor({ DATA_DIR: dataDir })
  expect(lines).toContainEqual(expect.stringMatching(/^FAULT database: The database moved to db\.example\/site/u))
  expect(await log()).toBe(before)
})

test('finds a speech service whose answer is no transcript', async () => {
  const speech = await startSpeechServer(sendBody('<p>Welcome</p>', { status: 200 }))
  const { lines } = await doctor({ DATABASE_URL: url, ...speechAt(speech.port) })
  expect(lines.filter((line) => line.startsWith('FAULT '))).toEqual([
    expect.stringMatching(/^FAULT speech service: .* does not recognise speech: its answer is no transcript\./u),
  ])
})

test('finds each service that cannot be reached', async () => {
  const nowhere = `http://127.0.0.1:${closedPort}`
  const moved = Object.entries(acme.settings).map(([name, value]) => [name, value.replace(acme.issuer, nowhere)])
  const { lines } = await doctor({
    DATABASE_URL: url,
    ...STRIPE,
    STRIPE_API_BASE: nowhere,
    ...Object.fromEntries(moved),
    ...speechAt(closedPort),
  })
  const found = lines.filter((line) => line.startsWith('FAULT ')).join('\n')
  expect(found).toMatch(/payments: Stripe cannot be used: .* Nobody can pay until it answers\./u)
  expect(found).toMatch(/sign-in: The keys of Northwind at .* cannot be read: it cannot be reached \(ECONNREFUSED\)\./u)
  expect(found).toMatch(/speech service: .* does not recognise speech: ECONNREFUSED\. Check SPEECH_API_URL/u)
})

test('refuses a data folder that others can write to', async () => {
  const dataDir = await dataFolder()
  await chmod(dataDir, 0o777)
  const { code, lines } = await runDoctor({ DATABASE_URL: url, DATA_DIR: dataDir })
  expect(lines).toContainEqual(expect.stringMatching(/^FAULT data: Others can write to .*: chmod go-w /u))
  expect([code, lines.at(-1)]).toEqual([1, '1 fault to mend.'])
})

/** Adds a provider as an operator does under Sign-in. */
function addOrganisation(db: Db, o: { name: string; domain: string; provider: IdentitySettings }): Promise<void> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = o.provider
  const rules = { isOn: true, allowPrivate: true, publicUrl: SITE }
  const administration = openDomainProviderAdministration({ db, secret: SECRET, now: () => new Date(), ...rules })
  const saved = { name: o.name, issuer, clientId, clientSecret, domains: [o.domain] }
  return transaction(db, (tx) =>
    administration.add(tx, o.domain, { ...saved, isRequired: false, trustsAddresses: false }),
  )
}

type IdentitySettings = Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>

function speechAt(port: number) {
  return { SPEECH_API_URL: `http://127.0.0.1:${port}/v1`, SPEECH_API_KEY: 'a-key', SPEECH_API_ALLOW_PRIVATE: 'true' }
}

test('says what backups without a passphrase give away', async () => {
  const [folder, passphraseFile] = [await dataFolder(), join(await dataFolder(), 'passphrase')]
  const settings = { DATABASE_URL: url, BACKUP_FOLDER: folder }
  const ofBackups = ({ lines }: { lines: string[] }) => lines.filter((line) => line.includes(' backups: '))
  expect(ofBackups(await doctor(settings))).toEqual([
    `well  backups: Backups can be written to ${folder}.`,
    expect.stringMatching(
      /^hint  backups: .* act as any logged-in user .* Set BACKUP_PASSPHRASE_FILE and another BACKUP_FOLDER/u,
    ),
  ])
  const encrypted = { ...settings, BACKUP_PASSPHRASE_FILE: passphraseFile }
  expect(ofBackups(await doctor(encrypted))).toEqual([expect.stringMatching(/^FAULT backups: .* cannot be read/u)])
  await writeFile(passphraseFile, 'correct horse battery staple')
  expect(ofBackups(await doctor(encrypted))).toEqual([`well  backups: Backups can be written to ${folder}.`])
  await openBackupFolder(folder, { create: true })
  expect(ofBackups(await doctor(encrypted))).toEqual([
    expect.stringMatching(/^FAULT backups: .* are not encrypted. Choose another folder/u),
  ])
})

/** What doctor says of the providers of organisations. */
async function checkOrganisations(settings: Record<string, string>): Promise<string[]> {
  const { lines } = await doctor(settings)
  return lines.filter((line) => / sign-in of organisations: /u.test(line))
}

async function dataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  return dataDir
}

/** What the command prints, without the start of a process. */
async function doctor(settings: Record<string, string>) {
  const findings: Finding[] = []
  const environment = { DATA_DIR: await dataFolder(), PORT: '0', ...settings }
  for await (const finding of examine(environment)) findings.push(finding)
  return { canRun: countFaults(findings) === 0, lines: findings.map(lineOf) }
}

async function runDoctor(settings: Record<string, string>, args: readonly string[] = []) {
  const lines: string[] = []
  const { code, stderrTail } = await startChild({
    module: join(import.meta.dirname, 'doctor.ts'),
    nodeArgs: ['--import', import.meta.resolve('./process/import-hooks.ts')],
    args,
    env: { DATA_DIR: await dataFolder(), PORT: '0', ...settings },
    onStdoutLine: (line) => lines.push(line),
  }).done
  return { code, lines: stderrTail === '' ? lines : [...lines, stderrTail] }
}
