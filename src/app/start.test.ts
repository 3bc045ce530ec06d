import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../tests/support/database.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { environmentWith } from '#platform/server/env.ts'
import { claimDiskStore } from '#platform/server/files/disk-store.ts'
import { migrate } from '#platform/server/migrations.ts'
import { startChild, startProcess } from '#platform/server/process.ts'

const { url } = await testDatabase()

const STRIPE_KEY = { STRIPE_SECRET_KEY: 'sk_test_1', PUBLIC_URL: 'https://captions.example.com' }
const MISSPELT_KEY = { PLANS_JSON: '{"plans":{"pro":{"monthlyCent":1}}}' }

test.each([
  { settings: STRIPE_KEY, sentence: /^STRIPE_WEBHOOK_SECRET is missing: [^\n]*\.$/u },
  { settings: { STRIPE_WEBHOOK_SECRET: 'whsec' }, sentence: /^STRIPE_SECRET_KEY is missing: [^\n]*\.$/u },
  { settings: MISSPELT_KEY, sentence: /^The plans in PLANS_JSON are wrong: [^\n]*plans\.pro\.monthlyCents\?$/u },
  {
    settings: { SPEECH_MODEL: 'parakeet-9' },
    sentence: /^SPEECH_MODEL is parakeet-9; it must be auto, none or [^\n]*\.$/u,
  },
  { settings: { SPEECH_API_KEY: 'key' }, sentence: /^SPEECH_API_URL is missing: [^\n]*\.$/u },
  { settings: { PLANS_FILE: '/no/such/file' }, sentence: /^The plans in PLANS_FILE are wrong: ENOENT[^\n]*$/u },
  { settings: { HOST: '0.0.0.0' }, sentence: /^PUBLIC_URL is missing: HOST is 0\.0\.0\.0[^\n]*\.$/u },
  { settings: { SMPT_URL: 'smtp://x' }, sentence: /^SMPT_URL is not a setting\. Did you mean SMTP_URL\?$/u },
])('refuses $settings with one sentence, before anything starts', async ({ settings, sentence }) => {
  expect(await startWith(settings)).toEqual({
    code: 1,
    stopped: null,
    said: [expect.stringMatching(sentence)],
    left: [],
  })
})

test('bin/start refuses a misspelt setting before it builds the pages', async () => {
  const { code, said } = await runBinStart({ SMPT_URL: 'smtp://x' })
  expect([code, said]).toEqual([1, ['SMPT_URL is not a setting. Did you mean SMTP_URL?']])
})

test.each(['ffmpeg', 'ffprobe'])('stops a start without %s, and says what to install', async (tool) => {
  const sentence = new RegExp(
    `^${tool} does not run here .* sudo apt-get install ffmpeg.* ${tool.toUpperCase()}_PATH`,
    'u',
  )
  expect(await startWith({ DATABASE_URL: url, [`${tool.toUpperCase()}_PATH`]: '/no/such/tool' })).toEqual({
    code: 1,
    stopped: null,
    said: [expect.stringMatching(sentence)],
    left: [],
  })
})

test('refuses an empty database beside the files of a site, and leaves it empty', async () => {
  const { said, code } = await startWith({ DATABASE_URL: await emptyDatabase() }, { file: 'projects/1/original' })
  expect(code).toBe(1)
  expect(said.at(-1)).toMatch(/^The database at DATABASE_URL is empty, but there is .* bin\/database move-to URL$/u)
})

test('refuses to begin an embedded database beside the files of a site', async () => {
  const { said, code } = await startWith({}, { file: 'projects/1/original' })
  expect(code).toBe(1)
  expect(said.at(-1)).toMatch(/^There are files of a site, but no database in .* Set DATABASE_URL/u)
})

test('refuses to share a database with a machine that has the files in another folder', async () => {
  const address = await emptyDatabase()
  const db = openDatabase(address, { max: 1 })
  onTestFinished(() => closeDatabase(db))
  await migrate(db)
  const elsewhere = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  await claimDiskStore(db, elsewhere)
  const { said, code } = await startWith({ DATABASE_URL: address })
  expect(code).toBe(1)
  expect(said.join('\n')).toContain('This database belongs to files in another folder than')
})

test('runs a single part only with a database of its own', async () => {
  const { said, code } = await startWith({}, { part: 'worker' })
  expect([code, said]).toEqual([
    1,
    ['bin/start worker needs DATABASE_URL, the database that web servers and workers share.'],
  ])
})

/** Runs `bin/start` in a checkout whose pages are not built. */
async function runBinStart(settings: Readonly<Record<string, string>>) {
  const root = join(import.meta.dirname, '../..')
  const checkout = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(checkout, { recursive: true, force: true }))
  for (const name of [
    'bin',
    'package.json',
    'package-lock.json',
    '.npmrc',
    'vite.config.ts',
    'tsconfig.json',
    'CHANGELOG.md',
  ])
    await cp(join(root, name), join(checkout, name), { recursive: true })
  for (const name of ['src', 'node_modules']) await symlink(join(root, name), join(checkout, name))
  const said: string[] = []
  const { code, stderrTail } = await startProcess({
    command: 'bash',
    args: [join(checkout, 'bin/start')],
    env: { ...environmentWith({ DATA_DIR: join(checkout, 'data'), PORT: '0' }), ...settings },
    limits: { wallMs: 50_000 },
    onStdoutLine: (line) => said.push(line),
  }).done
  return { code, said: stderrTail === '' ? said : [...said, stderrTail] }
}

/** Starts the product in a new folder, or one with a stored file. @returns how it ended, its lines, and what it left in the folder */
async function startWith(
  settings: Readonly<Record<string, string>>,
  { file, part }: { file?: string; part?: string } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  if (file !== undefined) {
    const path = join(dataDir, 'files', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'a video')
  }
  const said: string[] = []
  const { code, stopped } = await startChild({
    module: join(import.meta.dirname, 'start.ts'),
    args: part === undefined ? [] : [part],
    env: { DATA_DIR: dataDir, PORT: '0', SPEECH_MODEL: 'none', ...settings },
    limits: { wallMs: 60_000 },
    onStdoutLine: (line) => said.push(line),
  }).done
  return { code, stopped, said, left: await readdir(dataDir) }
}
