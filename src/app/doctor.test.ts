import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../tests/support/database.ts'
import { reservePort } from '../../tests/support/reserve-port.ts'
import { startChild } from '#platform/server/process.ts'

const { url } = await testDatabase()
const closedPort = await reservePort()

test('finds no fault in a good set-up, and prints it as JSON', async () => {
  const { code, lines } = await doctor({ DATABASE_URL: url }, ['--json'])
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
  const { code, lines } = await doctor({ DATABASE_URL: await emptyDatabase() })
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
  const { code, lines } = await doctor({ DATABASE_URL: url, ...settings })
  const found = lines.filter((line) => line.startsWith('FAULT ')).join('\n')
  for (const fault of faults) expect(found).toMatch(fault)
  expect(code).toBe(1)
})

test('refuses a data folder that others can write to', async () => {
  const { code, lines } = await doctor({ DATABASE_URL: url }, [], 0o777)
  expect(lines).toContainEqual(expect.stringMatching(/^FAULT data: Others can write to .*: chmod go-w /u))
  expect(code).toBe(1)
})

async function doctor(settings: Record<string, string>, args: readonly string[] = [], mode = 0o711) {
  const dataDir = await mkdtemp(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, mode)
  const lines: string[] = []
  const { code, stderrTail } = await startChild({
    module: join(import.meta.dirname, 'doctor.ts'),
    args,
    env: { DATA_DIR: dataDir, PORT: '0', ...settings },
    onStdoutLine: (line) => lines.push(line),
  }).done
  return { code, lines: stderrTail === '' ? lines : [...lines, stderrTail] }
}
