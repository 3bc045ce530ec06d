import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import { startChild } from '#platform/server/process.ts'

const { url } = await testDatabase()

const STRIPE_KEY = { STRIPE_SECRET_KEY: 'sk_test_1', PUBLIC_URL: 'https://captions.example.com' }
const MISSPELT_KEY = { PLANS_JSON: '{"plans":{"pro":{"monthlyCent":1}}}' }

test.each([
  { settings: STRIPE_KEY, sentence: /^STRIPE_WEBHOOK_SECRET is missing: [^\n]*\.$/u },
  { settings: MISSPELT_KEY, sentence: /^The plans in PLANS_JSON are wrong: [^\n]*plans\.pro\.monthlyCents\?$/u },
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

/** Starts the product in a new folder. @returns how it ended, its lines, and what it left in the folder */
async function startWith(settings: Readonly<Record<string, string>>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const said: string[] = []
  const { code, stopped } = await startChild({
    module: join(import.meta.dirname, 'start.ts'),
    args: [],
    env: { DATA_DIR: dataDir, PORT: '0', ...settings },
    limits: { wallMs: 60_000 },
    onStdoutLine: (line) => said.push(line),
  }).done
  return { code, stopped, said, left: await readdir(dataDir) }
}
